import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { createConcurrencyLimiter } from '#server/platform/concurrency-limiter.ts';
import { deadlines } from '#server/platform/deadlines.ts';

export type PasswordCost = { memoryKib: number; passes: number };

/** The minimum for Argon2id in OWASP's Password Storage Cheat Sheet. */
const productionCost: PasswordCost = { memoryKib: 19_456, passes: 2 };

export type PasswordHashing = {
  parallel: number;
  queue: number;
  /** Replaces the production cost in tests. */
  cost?: PasswordCost | undefined;
};

export type Passwords = {
  hash(password: string): Promise<string>;
  /** False for an absent hash too, at the same cost, so that timing does not reveal which accounts exist. */
  matches(hash: string | undefined, password: string): Promise<boolean>;
  isOutdated(hash: string): boolean;
};

/** Argon2id with a concurrency limit, because each hash takes 19 MiB and one core. */
export function createPasswords({ parallel, queue, cost = productionCost }: PasswordHashing): Passwords {
  const parameters = {
    algorithm: 2 satisfies Algorithm.Argon2id,
    memoryCost: cost.memoryKib,
    timeCost: cost.passes,
    parallelism: 1,
  };
  const currentPrefix = `$argon2id$v=19$m=${cost.memoryKib},t=${cost.passes},p=1$`;
  const limiter = createConcurrencyLimiter({ limit: parallel, queueLimit: queue, waitMs: deadlines.hash });
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
