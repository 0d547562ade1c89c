export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Route = { method: HttpMethod; path: string };

/** Splits an entry of `paths` into its method and its path. */
export function splitRoute(entry: string): Route {
  const [method, path] = entry.split(' ');
  return { method: method as HttpMethod, path: path as string };
}
