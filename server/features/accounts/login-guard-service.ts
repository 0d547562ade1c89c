import type { Clock } from '#server/platform/clock.ts';
import { keyedHash } from '#server/platform/crypto.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { BucketName } from '#server/platform/rate-limits/buckets.ts';
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts';
import { emailKey } from './email-address.ts';
import * as knownNetworks from './known-network-store.ts';

/** No account has this id. A login with an unknown name costs the same query as one with a known name. */
const unknownAccountId = 0;

/** The form in which networks of an account are stored. */
export const createNetworkHash =
  (secret: string) =>
  (accountId: number, network: string): Buffer =>
    keyedHash(secret, `login place ${accountId} ${network}`);

export type LoginAttempt = {
  login: string;
  accountId: number | undefined;
  /** Undefined for an in-process call of the site, which is exempt. */
  network: string | undefined;
};

export type LoginGuard = {
  /** Throws 429 when too many attempts have failed. Call it before the password is verified. */
  startAttempt(attempt: LoginAttempt): Promise<{ markSucceeded(): Promise<void> }>;
  /** Throws 429 when too many second factors were wrong; undo it with `markSucceeded`. */
  startSecondFactor(
    accountId: number,
    network: string | undefined,
  ): Promise<{ markSucceeded(): Promise<void> }>;
  /** Stores the network as known for the account, in the transaction that opens a session. */
  rememberNetwork(tx: Db, accountId: number, network: string | undefined): Promise<void>;
};

/**
 * Slows down guessing without locking the owner out: failures from networks where the account has never logged in share
 * one small bucket, and each known network has its own bucket. Names without an account are treated alike, so the
 * limits do not reveal which accounts exist.
 */
export function createLoginGuard({
  db,
  clock,
  limits,
  secret,
}: {
  db: Db;
  clock: Clock;
  limits: RateLimits;
  secret: string;
}): LoginGuard {
  const hashNetwork = createNetworkHash(secret);

  return {
    async startAttempt({ login, accountId = unknownAccountId, network }) {
      if (network === undefined) return { markSucceeded: async () => undefined };
      const name = keyedHash(secret, `login ${emailKey(login)}`).toString('base64url');
      const isKnown = await knownNetworks.isKnownNetwork(db, accountId, hashNetwork(accountId, network));
      const takenBuckets: Array<[BucketName, string]> = isKnown
        ? [['loginKnownNetwork', `${name} ${network}`]]
        : [
            ['loginAddress', network],
            ['loginAccount', name],
          ];
      // Taken before the password is verified, so that concurrent attempts are all counted.
      for (const [bucket, key] of takenBuckets) await limits.take(bucket, key);
      return {
        async markSucceeded() {
          for (const [bucket, key] of takenBuckets) await limits.refund(bucket, key);
        },
      };
    },
    async startSecondFactor(accountId, network) {
      if (network === undefined) return { markSucceeded: async () => undefined };
      const isKnown = await knownNetworks.isKnownNetwork(db, accountId, hashNetwork(accountId, network));
      // As for passwords: guesses from elsewhere must not lock the owner out.
      const key = isKnown ? `${accountId} ${network}` : `${accountId}`;
      await limits.take('secondFactor', key);
      return { markSucceeded: () => limits.refund('secondFactor', key) };
    },
    async rememberNetwork(tx, accountId, network) {
      if (network === undefined) return;
      await knownNetworks.upsertKnownNetwork(tx, accountId, hashNetwork(accountId, network), clock.now());
    },
  };
}
