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
