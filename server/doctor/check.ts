import { setTimeout as sleep } from 'node:timers/promises';
import { doctor as texts } from '#locales/ru/doctor.ts';
import { processLimits } from '#server/platform/process-limits.ts';

export type CheckName = keyof typeof texts.names;
export type Status = 'ok' | 'warn' | 'fail';
export type CheckResult = { name: CheckName; status: Status; detail: string; advice?: string };

const maxDetailLength = 300;

export const ok = (name: CheckName, detail: string): CheckResult => ({ name, status: 'ok', detail });
export const warn = (name: CheckName, detail: string, advice: string): CheckResult => ({
  name,
  status: 'warn',
  detail,
  advice,
});
export const fail = (name: CheckName, detail: string, advice: string): CheckResult => ({
  name,
  status: 'fail',
  detail,
  advice,
});

/** The result of a check that may throw, or never end. */
export async function runCheck(
  name: CheckName,
  advice: string,
  check: () => Promise<CheckResult>,
): Promise<CheckResult> {
  try {
    return await Promise.race([check(), failAfterLimit()]);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return fail(name, message.slice(0, maxDetailLength), advice);
  }
}

async function failAfterLimit(): Promise<never> {
  await sleep(processLimits.check, undefined, { ref: false });
  throw new Error(texts.noResponse);
}
