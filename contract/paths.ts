import { furtherPaths } from './further-paths.ts';
import { readingPaths } from './reading-paths.ts';
import { type Route, splitRoute } from './route.ts';

/**
 * Every operation of the API with its method and path. The schemas are in separate files, one per path family, so that the
 * browser imports only those it needs.
 */
export const paths = { ...readingPaths, ...furtherPaths };

export type EndpointId = keyof typeof paths;

export const route = (id: EndpointId): Route => splitRoute(paths[id]);
