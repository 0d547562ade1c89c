import { ApiError } from './client.ts';
import type { HttpSend } from './http-transport.ts';
import type { TokenCookies } from './token-cookies.ts';

/** Runs one piece of work at a time among all tabs of the site. */
export type Lock = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** `dead`: the server refuses the refresh token for good; `no-token`: there is none to try. */
export type RefreshOutcome = 'refreshed' | 'dead' | 'no-token';

/**
 * Gets a new pair of tokens into the cookies unless somebody else already has. `rejected` is the access token
 * that the API refused (null: there was none). Throws ApiError when the outcome is unknown: no answer, 5xx, 429.
 */
export type TokenRefresh = (rejected: string | null) => Promise<RefreshOutcome>;

export function createTokenRefresh(deps: {
  cookies: TokenCookies;
  send: HttpSend;
  lock: Lock;
}): TokenRefresh {
  const { cookies, send, lock } = deps;

  async function refresh(rejected: string | null): Promise<RefreshOutcome> {
    // Read again inside the lock: another tab, or another request of this one, may have been quicker.
    const before = cookies.read();
    if (before.access !== null && before.access !== rejected) return 'refreshed';
    if (before.refresh === null) return 'no-token';

    const body = { refresh: before.refresh };
    const answer = await send({ id: 'refreshToken', params: {}, query: {}, body }, null);
    const after = cookies.read();
    if (after.refresh !== before.refresh) return outcomeOfChange(after.access, rejected);
    if (answer.status === 200) {
      const { access, refresh: next } = answer.body as { access: string; refresh?: string };
      cookies.write({ access, refresh: next ?? before.refresh });
      return 'refreshed';
    }
    if (answer.status === 400 || answer.status === 401) return 'dead';
    throw new ApiError(answer.status, answer.body);
  }

  return (rejected) => lock(() => refresh(rejected));
}

/** A logout or another login came while the answer was under way: it must not be undone by storing the answer. */
function outcomeOfChange(access: string | null, rejected: string | null): RefreshOutcome {
  return access !== null && access !== rejected ? 'refreshed' : 'no-token';
}
