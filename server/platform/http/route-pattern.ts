/** A path of the contract, `/posts/{slug}/`, in the syntax of Fastify: `/posts/:slug/`. */
export const toRoutePattern = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');
