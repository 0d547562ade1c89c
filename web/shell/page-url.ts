import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router';

/** The `handle` export of a page. */
export type PageHandle = {
  /**
   * The query keys that the page reads, in the order of its canonical URL, each with a function that normalises a
   * value; an empty string means absent. Other keys are dropped before rendering.
   */
  query: Readonly<Record<string, (value: string) => string>>;
};

type ServerRoutes = ServerBuild['routes'];

const routeTrees = new WeakMap<ServerRoutes, RouteObject[]>();

/**
 * The path and the query under which a page is rendered and cached: equal for all URLs that show the same page. Static
 * segments match in any case, and any character may be percent-encoded.
 */
export function normalisePageUrl(
  { routes }: ServerBuild,
  { pathname, searchParams }: URL,
): { path: string; query: URLSearchParams } {
  const routeTree = routeTrees.get(routes) ?? buildRouteTree(routes);
  routeTrees.set(routes, routeTree);
  const matches = matchRoutes(routeTree, pathname) ?? [];
  const pattern = matches.map(({ route }) => route.path ?? '').filter(Boolean);
  const params = matches.at(-1)?.params ?? {};
  const path = matches.length === 0 || pattern.includes('*') ? pathname : fillPattern(pattern, params);
  const query = new URLSearchParams();
  for (const { route } of matches)
    for (const [name, normalise] of Object.entries((route.handle as PageHandle | undefined)?.query ?? {})) {
      const value = normalise(searchParams.get(name) ?? '');
      if (value !== '') query.set(name, value);
    }
  return { path, query };
}

const fillPattern = (pattern: string[], params: Record<string, string | undefined>): string =>
  `/${pattern
    .join('/')
    .split('/')
    .map((segment) => (segment.startsWith(':') ? encodeSegment(params[segment.slice(1)] ?? '') : segment))
    .join('/')}`;

/** Also encodes the dot: the router treats a path that ends in `.data` as a data request. */
const encodeSegment = (value: string): string =>
  encodeURI(value).replace(/[/?#]/g, encodeURIComponent).replaceAll('.', '%2E');

function buildRouteTree(routes: ServerRoutes, parentId?: string): RouteObject[] {
  return Object.values(routes)
    .filter((route) => route?.parentId === parentId)
    .flatMap((route) => (route ? [route] : []))
    .map(({ id, path, index, module }) =>
      index
        ? { id, path, index, handle: module.handle }
        : { id, path, handle: module.handle, children: buildRouteTree(routes, id) },
    );
}
