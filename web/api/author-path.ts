/** The page of an author. The router keeps addresses that end with `.data` for itself. */
export function authorPath({ username }: { username: string }): string {
  return `/users/${encodeURIComponent(username).replace(/\.data$/, '%2Edata')}`;
}
