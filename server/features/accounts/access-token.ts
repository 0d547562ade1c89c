import { createHash, createSecretKey, type KeyObject } from 'node:crypto';
import { type JWTHeaderParameters, jwtVerify, SignJWT } from 'jose';
import type { Clock } from '#server/platform/clock.ts';
import { tokenNotValid } from '#server/platform/errors.ts';
import type { PreviousSecret } from '#server/platform/site-secret.ts';

export const accessTokenTtlSeconds = 15 * 60;
/** The clocks of the machines that share a secret differ by less than this. */
const clockSkewSeconds = 60;
const algorithm = 'HS256';
const issuer = 'news-site';
const audience = 'news-site-api';
const tokenType = 'access';

export type AccessClaims = { accountId: number; sessionId: string };

export type AccessTokens = {
  issue(claims: AccessClaims): Promise<string>;
  /** Throws `tokenNotValid` unless this site issued the token and it has not expired. */
  verify(token: string): Promise<AccessClaims>;
};

type Key = { kid: string; key: KeyObject; acceptedUntil?: Date };

const createKey = (secret: string): Key => ({
  kid: createHash('sha256').update(`kid:${secret}`).digest('hex').slice(0, 16),
  key: createSecretKey(Buffer.from(secret)),
});

type Deps = { secret: string; previous?: PreviousSecret | undefined; clock: Clock };

/**
 * Short-lived signed tokens. The server fixes algorithm, key, type, issuer and audience (RFC 8725, section 3.1). Tokens
 * of the secret before the last rotation are accepted for a while.
 */
export function createAccessTokens({ secret, previous, clock }: Deps): AccessTokens {
  const { key, kid } = createKey(secret);
  const keys: Key[] = [{ key, kid }];
  if (previous) keys.push({ ...createKey(previous.secret), acceptedUntil: previous.acceptedUntil });

  /** The key that a token names, while it is accepted. */
  function findKey({ kid: named }: JWTHeaderParameters): KeyObject {
    const found = keys.find((candidate) => candidate.kid === named);
    if (!found || (found.acceptedUntil && found.acceptedUntil <= clock.now())) throw tokenNotValid();
    return found.key;
  }

  async function issue({ accountId, sessionId }: AccessClaims): Promise<string> {
    const now = Math.floor(clock.now().getTime() / 1000);
    return new SignJWT({ sid: sessionId })
      .setProtectedHeader({ alg: algorithm, kid, typ: tokenType })
      .setSubject(String(accountId))
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt(now)
      .setExpirationTime(now + accessTokenTtlSeconds)
      .sign(key);
  }

  async function verify(token: string): Promise<AccessClaims> {
    const options = { algorithms: [algorithm], issuer, audience, typ: tokenType, currentDate: clock.now() };
    const { payload } = await jwtVerify(token, findKey, options).catch(() => {
      throw tokenNotValid();
    });
    // A token with more time left than the TTL was issued before the clock was set back: the client must refresh it.
    const remainingSeconds = (payload.exp ?? 0) - clock.now().getTime() / 1000;
    if (remainingSeconds > accessTokenTtlSeconds + clockSkewSeconds) throw tokenNotValid();
    const accountId = Number(payload.sub);
    if (!Number.isSafeInteger(accountId) || typeof payload.sid !== 'string') throw tokenNotValid();
    return { accountId, sessionId: payload.sid };
  }
  return { issue, verify };
}
