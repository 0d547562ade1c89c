import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { createConcurrencyLimiter } from '#server/platform/concurrency-limiter.ts';

/** The minimum for Argon2id in OWASP's Password Storage Cheat Sheet. */
const parameters = {
  algorithm: 2 satisfies Algorithm.Argon2id,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};
const currentPrefix = '$argon2id$v=19$m=19456,t=2,p=1$';
const maxQueueWaitMs = 4_000;

export type Passwords = {
  hash(password: string): Promise<string>;
  /** False for an absent hash too, at the same cost, so that timing does not reveal which accounts exist. */
  matches(hash: string | undefined, password: string): Promise<boolean>;
  isOutdated(hash: string): boolean;
};

/** Argon2id with a concurrency limit, because each hash takes 19 MiB and one core. */
export function createPasswords({ parallel, queue }: { parallel: number; queue: number }): Passwords {
  const limiter = createConcurrencyLimiter({ limit: parallel, queueLimit: queue, waitMs: maxQueueWaitMs });
  const dummyHash = hash('no account has this password', parameters);
  dummyHash.catch(() => undefined);
  return {
    hash: (password) => limiter.run(() => hash(password, parameters)),
    async matches(stored, password) {
      const hashToVerify = stored ?? (await dummyHash);
      const isMatch = await limiter.run(() => verify(hashToVerify, password));
      return isMatch && stored !== undefined;
    },
    isOutdated: (stored) => !stored.startsWith(currentPrefix),
  };
}
