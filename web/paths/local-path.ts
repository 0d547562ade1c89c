const home = '/';
/** An arbitrary origin: a path that stays on it is local. */
const probeOrigin = 'http://site.invalid';
const maxDecodings = 3;
/** Pages for guests: redirecting a logged-in user to them would be a loop. */
const guestPages = new Set(['/login', '/register', '/password-reset']);

/**
 * The path (with query and hash) of a `redirect` parameter when it stays on this site, else `/`. Rejects other hosts in
 * any encoding, control characters, backslashes and the guest pages.
 */
export function localPath(candidate: string | null | undefined): string {
  if (!candidate?.startsWith('/') || !candidate.isWellFormed()) return home;
  const url = parse(candidate);
  if (!url || url.origin !== probeOrigin || url.pathname.startsWith('//')) return home;
  const path = url.pathname + url.search + url.hash;
  // Removing dot segments may create a dangerous path from a harmless one: /./%2f.
  for (const form of [...decodedForms(candidate), ...decodedForms(path)]) {
    if (form === null || !isPlain(form)) return home;
  }
  if (decodedForms(url.pathname).some((form) => form !== null && guestPages.has(withoutSlashes(form))))
    return home;
  return path;
}

/** The login page that redirects back to `path` (checked by `localPath`). */
export function loginPath(path: string): string {
  return withRedirect('/login', path);
}

/** The registration page that redirects back to `path`. */
export function registerPath(path: string): string {
  return withRedirect('/register', path);
}

/** The target after a login: this page, or the redirect target of a guest page. */
export function returnPath({
  pathname,
  search,
  hash,
}: {
  pathname: string;
  search: string;
  hash: string;
}): string {
  return guestPages.has(pathname)
    ? localPath(new URLSearchParams(search).get('redirect'))
    : localPath(pathname + search + hash);
}

function withRedirect(page: string, path: string): string {
  const redirect = localPath(path);
  return redirect === home ? page : `${page}?${new URLSearchParams({ redirect })}`;
}

/** The path and its repeatedly decoded forms; null for invalid escapes. */
function decodedForms(candidate: string): (string | null)[] {
  const forms: (string | null)[] = [candidate];
  let form = candidate;
  for (let round = 0; round < maxDecodings; round += 1) {
    try {
      const next = decodeURIComponent(form);
      if (next === form) break;
      forms.push(next);
      form = next;
    } catch {
      // A search for «100%» has valid escapes only before the first decoding, so only the first level is checked.
      if (round === 0) forms.push(null);
      break;
    }
  }
  return forms;
}

function isPlain(form: string): boolean {
  const path = form.split(/[?#]/, 1)[0] ?? '';
  return !path.startsWith('//') && !path.includes('\\') && !/\p{Cc}/u.test(form);
}

function parse(path: string): URL | null {
  return URL.canParse(path, probeOrigin) ? new URL(path, probeOrigin) : null;
}

function withoutSlashes(path: string): string {
  return path
    .toLowerCase()
    .replace(/\/+/g, '/')
    .replace(/(?<=.)\/$/, '');
}
