const accessCookie = 'access_token';
const refreshCookie = 'refresh_token';
const accessCookieLifeSeconds = 24 * 60 * 60;
const refreshCookieLifeSeconds = 7 * accessCookieLifeSeconds;

export type Tokens = { access: string | null; refresh: string | null };
export type TokenCookies = {
  read(): Tokens;
  write(tokens: { access: string; refresh: string }): void;
  clear(): void;
};

/** The parts of `document` and `location` that the cookies need. */
type CookieJar = { cookie: string };
type PageAddress = { protocol: string; hostname: string };

/** Stores the session's tokens in cookies, which every tab can read. */
export function createTokenCookies(jar: CookieJar, address: PageAddress): TokenCookies {
  const attributes = `Path=/; SameSite=Strict${canBeSecure(address) ? '; Secure' : ''}`;
  const put = (name: string, value: string, lifeSeconds: number) => {
    jar.cookie = `${name}=${encodeURIComponent(value)}; Max-Age=${lifeSeconds}; ${attributes}`;
  };
  return {
    read() {
      return { access: readCookie(jar.cookie, accessCookie), refresh: readCookie(jar.cookie, refreshCookie) };
    },
    write({ access, refresh }) {
      put(accessCookie, access, accessCookieLifeSeconds);
      put(refreshCookie, refresh, refreshCookieLifeSeconds);
    },
    clear() {
      put(accessCookie, '', 0);
      put(refreshCookie, '', 0);
    },
  };
}

/** Browsers reject Secure cookies on plain http, except on localhost. There the cookies are not Secure. */
function canBeSecure({ protocol, hostname }: PageAddress): boolean {
  return protocol !== 'http:' || hostname === 'localhost' || hostname === '127.0.0.1';
}

function readCookie(cookies: string, name: string): string | null {
  for (const pair of cookies.split('; ')) {
    if (!pair.startsWith(`${name}=`)) continue;
    const value = pair.slice(name.length + 1);
    try {
      return decodeURIComponent(value) || null;
    } catch {
      return null;
    }
  }
  return null;
}
