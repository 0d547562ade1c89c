import { describe, expect, it } from 'vitest';
import { createPasswords } from './passwords.ts';

describe('a password for an account that does not exist', () => {
  it('never matches', async () => {
    expect(await createPasswords({ parallel: 1, queue: 1 }).matches(undefined, 'whatever')).toBe(false);
  });

  it('takes the same work as a wrong password: one slot of the concurrency limit', async () => {
    const passwords = createPasswords({ parallel: 1, queue: 0 });
    const stored = await passwords.hash('TestPassword123!');
    for (const account of [stored, undefined]) {
      const outcomes = await Promise.allSettled([
        passwords.matches(account, 'wrong'),
        passwords.matches(account, 'wrong'),
      ]);
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    }
  });
});

it('is hashed at the minimum cost of OWASP unless a test chooses another', async () => {
  const production = createPasswords({ parallel: 1, queue: 1 });
  const cheap = createPasswords({ parallel: 1, queue: 1, cost: { memoryKib: 64, passes: 1 } });
  expect(await production.hash('TestPassword123!')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  const outdated = await cheap.hash('TestPassword123!');
  expect([production, cheap].map(({ isOutdated }) => isOutdated(outdated))).toEqual([true, false]);
});
