import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * The token of a link from an e-mail. It is in the URL fragment, which is never sent to a server, and is removed from
 * the address bar and the history at once. Undefined until hydration, null when there is no token.
 */
export function useMailToken(): { token: string | null | undefined; forget: () => void } {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const [token, setToken] = useState<string | null>();

  useEffect(() => {
    const found = new URLSearchParams(hash.slice(1)).get('token');
    setToken((known) => found ?? known ?? null);
    if (found !== null) void navigate(pathname + search, { replace: true, preventScrollReset: true });
  }, [hash, pathname, search, navigate]);

  return { token, forget: () => setToken(null) };
}
