import { ApiError } from './client.ts';
import type { HttpSend } from './http-transport.ts';
import type { TokenCookies } from './token-cookies.ts';

/** Runs one task at a time across all tabs of the site. */
export type Lock = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** `dead`: the server rejects the refresh token; `no-token`: there is no refresh token. */
export type RefreshOutcome = 'refreshed' | 'dead' | 'no-token';

/**
 * Stores a new pair of tokens in the cookies unless another tab or request already has. `rejected` is the access token
 * that the API rejected (null: there was none). Throws ApiError when the outcome is unknown: no response, 5xx, 429.
 */
export type TokenRefresh = (rejected: string | null) => Promise<RefreshOutcome>;

export function createTokenRefresh(deps: {
  cookies: TokenCookies;
  send: HttpSend;
  lock: Lock;
}): TokenRefresh {
  const { cookies, send, lock } = deps;

  async function refresh(rejected: string | null): Promise<RefreshOutcome> {
    // Read inside the lock: another tab, or another request of this tab, may have refreshed the tokens.
    const before = cookies.read();
    if (before.access !== null && before.access !== rejected) return 'refreshed';
    if (before.refresh === null) return 'no-token';

    const body = { refresh: before.refresh };
    const response = await send({ id: 'refreshToken', params: {}, query: {}, body }, null);
    const after = cookies.read();
    if (after.refresh !== before.refresh) return outcomeAfterConcurrentChange(after.access, rejected);
    if (response.status === 200) {
      const { access, refresh: next } = response.body as { access: string; refresh?: string };
      cookies.write({ access, refresh: next ?? before.refresh });
      return 'refreshed';
    }
    if (response.status === 400 || response.status === 401) return 'dead';
    throw new ApiError(response.status, response.body);
  }

  return (rejected) => lock(() => refresh(rejected));
}

/** The cookies changed during the request, by a logout or another login: storing the response would undo it. */
function outcomeAfterConcurrentChange(access: string | null, rejected: string | null): RefreshOutcome {
  return access !== null && access !== rejected ? 'refreshed' : 'no-token';
}
