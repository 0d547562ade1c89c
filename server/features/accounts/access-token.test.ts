import { describe, expect, it } from 'vitest';
import { createAccessTokens } from './access-token.ts';

const [secret, replaced, foreign] = ['a', 'b', 'c'].map((letter) => letter.repeat(40)) as [
  string,
  string,
  string,
];
const claims = { accountId: 7, sessionId: 'session' };
let now = new Date('2026-11-23T12:00:00Z');
const clock = { now: () => now };
const acceptedUntil = new Date('2026-11-23T12:10:00Z');

describe('after a rotation of the secret', () => {
  it('tokens of the previous secret are accepted until the end of the grace period only', async () => {
    const token = await createAccessTokens({ secret: replaced, clock }).issue(claims);
    const tokens = createAccessTokens({ secret, previous: { secret: replaced, acceptedUntil }, clock });
    expect(await tokens.verify(token)).toEqual(claims);
    now = acceptedUntil;
    await expect(tokens.verify(token)).rejects.toThrow();
    const unlimited = createAccessTokens({ secret, previous: { secret: replaced }, clock });
    expect(await unlimited.verify(token)).toEqual(claims);
  });

  it('nothing is signed with the previous secret, and no other is accepted', async () => {
    const tokens = createAccessTokens({ secret, previous: { secret: replaced }, clock });
    expect(await createAccessTokens({ secret, clock }).verify(await tokens.issue(claims))).toEqual(claims);
    const other = await createAccessTokens({ secret: foreign, clock }).issue(claims);
    await expect(tokens.verify(other)).rejects.toThrow();
  });

  it('a token that names the previous secret must be signed with it', async () => {
    const tokens = createAccessTokens({ secret, previous: { secret: replaced }, clock });
    const [ours = '', old = ''] = await Promise.all(
      [secret, replaced].map((key) => createAccessTokens({ secret: key, clock }).issue(claims)),
    );
    const [header] = old.split('.');
    const [, ...rest] = ours.split('.');
    await expect(tokens.verify([header, ...rest].join('.'))).rejects.toThrow();
  });
});
