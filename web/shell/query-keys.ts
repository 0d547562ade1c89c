import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router';

/** What a page says of itself in its `handle`. */
export type PageHandle = {
  /** The query keys it reads, in the order that its canonical address has them: others do not reach its render. */
  queryKeys: readonly string[];
};

type BuiltRoutes = ServerBuild['routes'];

const trees = new WeakMap<BuiltRoutes, RouteObject[]>();

/** The query keys that the page under a path declares. */
export function queryKeysOf({ routes }: ServerBuild, pathname: string): string[] {
  const tree = trees.get(routes) ?? treeOf(routes);
  trees.set(routes, tree);
  const matches = matchRoutes(tree, pathname) ?? [];
  return matches.flatMap(({ route }) => (route.handle as PageHandle | undefined)?.queryKeys ?? []);
}

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
