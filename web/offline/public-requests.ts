import { withSavedFonts } from './copy-store.ts';

const fetchLimitMs = 30_000;

export type PublicRequests = ReturnType<typeof createPublicRequests>;

/** Requests of the worker itself, without cookies and tokens: their responses are what a guest sees. */
export function createPublicRequests(fetch: (request: Request) => Promise<Response>, origin: string) {
  async function request(path: string, method = 'GET'): Promise<Response> {
    return fetch(
      new Request(new URL(path, origin), {
        method,
        credentials: 'omit',
        cache: 'no-cache',
        signal: AbortSignal.timeout(fetchLimitMs),
      }),
    );
  }

  return {
    request,
    /** A file of a page. Throws unless it is there. */
    async requestFile(path: string): Promise<Response> {
      const response = await request(path);
      if (!isPublic(response)) throw new Error(`${path}: ${response.status}`);
      return path.endsWith('.css') ? withSavedFonts(response) : response;
    },
    /** A file that the browser may have from an earlier visit. */
    requestOldFile: (path: string): Promise<Response> =>
      fetch(new Request(new URL(path, origin), { credentials: 'omit', cache: 'force-cache' })),
  };
}

export const isPublic = (response: Response): boolean =>
  response.status === 200 && !/private|no-store/.test(response.headers.get('cache-control') ?? '');

export const isGone = ({ status }: Response): boolean => status === 404 || status === 410;
