/** The path of an author's page. React Router reserves paths that end with `.data`, so that ending is escaped. */
export function authorPath({ username }: { username: string }): string {
  return `/users/${encodeURIComponent(username).replace(/\.data$/, '%2Edata')}`;
}
