import { networkOf } from '#server/platform/network.ts';
import { describeDevice } from './device.ts';

/** Who opens a session. */
export type Caller = {
  /** Undefined for an in-process call of the site, which is exempt from limits. */
  network: string | undefined;
  /** Browser and system; empty if unknown. */
  device: string;
};

type Origin = { address: string; userAgent: string } | null;

export const getCallerNetwork = (origin: Origin): string | undefined =>
  origin ? networkOf(origin.address) : undefined;

export const getCaller = async (origin: Origin): Promise<Caller> => ({
  network: getCallerNetwork(origin),
  device: origin ? await describeDevice(origin.userAgent) : '',
});
