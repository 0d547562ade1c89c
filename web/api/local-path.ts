const home = '/';
/** Any origin will do: what stays on it is local. */
const probeOrigin = 'http://site.invalid';
const maxDecodings = 3;
/** Pages on the way to a session: sending a reader who has one back to them would be a loop. */
const guestPages = new Set(['/login', '/register', '/password-reset']);

/**
 * The path (with query and hash) that a `redirect` parameter names when it stays on this site, else `/`.
 * Other hosts in every disguise, control characters, backslashes and the guest pages themselves are refused.
 */
export function localPath(wanted: string | null | undefined): string {
  if (!wanted?.startsWith('/') || !wanted.isWellFormed()) return home;
  const url = parse(wanted);
  if (!url || url.origin !== probeOrigin || url.pathname.startsWith('//')) return home;
  const path = url.pathname + url.search + url.hash;
  // Taking out dots may bring together what was harmless apart: /./%2f.
  for (const form of [...decodedForms(wanted), ...decodedForms(path)]) {
    if (form === null || !isPlain(form)) return home;
  }
  if (decodedForms(url.pathname).some((form) => form !== null && guestPages.has(withoutSlashes(form))))
    return home;
  return path;
}

/** The login page that leads back to `path` (as `localPath` sees it). */
export function loginPath(path: string): string {
  return leadingBack('/login', path);
}

/** The registration that leads back to `path`. */
export function registerPath(path: string): string {
  return leadingBack('/register', path);
}

/** Where a reader of this page wants to be once there is a session: here, or where a guest page was to lead. */
export function returnPath({ pathname, search }: { pathname: string; search: string }): string {
  return guestPages.has(pathname)
    ? localPath(new URLSearchParams(search).get('redirect'))
    : localPath(pathname + search);
}

function leadingBack(page: string, path: string): string {
  const redirect = localPath(path);
  return redirect === home ? page : `${page}?${new URLSearchParams({ redirect })}`;
}

/** The path itself and what it becomes by decoding it again and again; null when its escapes are broken. */
function decodedForms(wanted: string): (string | null)[] {
  const forms: (string | null)[] = [wanted];
  let form = wanted;
  for (let round = 0; round < maxDecodings; round += 1) {
    try {
      const next = decodeURIComponent(form);
      if (next === form) break;
      forms.push(next);
      form = next;
    } catch {
      // A search for «100%» is well escaped once and no longer after decoding: only the first level must hold.
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
