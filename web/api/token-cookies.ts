const accessCookie = 'access_token';
const refreshCookie = 'refresh_token';
const accessCookieMaxAgeSeconds = 24 * 60 * 60;
const refreshCookieMaxAgeSeconds = 7 * accessCookieMaxAgeSeconds;

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
  const setCookie = (name: string, value: string, maxAgeSeconds: number) => {
    jar.cookie = `${name}=${encodeURIComponent(value)}; Max-Age=${maxAgeSeconds}; ${attributes}`;
  };
  return {
    read() {
      return { access: readCookie(jar.cookie, accessCookie), refresh: readCookie(jar.cookie, refreshCookie) };
    },
    write({ access, refresh }) {
      setCookie(accessCookie, access, accessCookieMaxAgeSeconds);
      setCookie(refreshCookie, refresh, refreshCookieMaxAgeSeconds);
    },
    clear() {
      setCookie(accessCookie, '', 0);
      setCookie(refreshCookie, '', 0);
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
