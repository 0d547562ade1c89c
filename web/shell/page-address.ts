import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router';

/** The `handle` export of a page. */
export type PageHandle = {
  /**
   * The query keys that the page reads, in the order of its canonical URL, each with a function that normalises a
   * value; an empty string means absent. Other keys are dropped before rendering.
   */
  query: Readonly<Record<string, (value: string) => string>>;
};

type BuiltRoutes = ServerBuild['routes'];

const trees = new WeakMap<BuiltRoutes, RouteObject[]>();

/**
 * The path and the query under which a page is rendered and cached: equal for all URLs that show the same page. Static
 * segments match in any case, and any character may be percent-encoded.
 */
export function pageAddress(
  { routes }: ServerBuild,
  { pathname, searchParams }: URL,
): { path: string; query: URLSearchParams } {
  const tree = trees.get(routes) ?? treeOf(routes);
  trees.set(routes, tree);
  const matches = matchRoutes(tree, pathname) ?? [];
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
    .map((part) => (part.startsWith(':') ? encodePart(params[part.slice(1)] ?? '') : part))
    .join('/')}`;

/** Also encodes the dot: the router treats a path that ends in `.data` as a data request. */
const encodePart = (value: string): string =>
  encodeURI(value).replace(/[/?#]/g, encodeURIComponent).replaceAll('.', '%2E');

function treeOf(routes: BuiltRoutes, parentId?: string): RouteObject[] {
  return Object.values(routes)
    .filter((route) => route?.parentId === parentId)
    .flatMap((route) => (route ? [route] : []))
    .map(({ id, path, index, module }) =>
      index
        ? { id, path, index, handle: module.handle }
        : { id, path, handle: module.handle, children: treeOf(routes, id) },
    );
}
