/** The page number of a query; 1 when it is invalid. */
export function parsePage(params: URLSearchParams): number {
  const page = Number(params.get('page') ?? 1);
  return Number.isSafeInteger(page) && page >= 1 ? page : 1;
}

/** The page number for a URL: an empty string for page 1 or an invalid one. */
export function normalisePage(value: string): string {
  const page = parsePage(new URLSearchParams({ page: value }));
  return page === 1 ? '' : String(page);
}

/** The number of pages of a list; an empty list has one. */
export function pageCountOf(count: number, pageSize: number): number {
  return Math.max(1, Math.ceil(count / pageSize));
}

/** The URL of a page of a list without other parameters. */
export function pageUrl(path: string, page: number): string {
  return page > 1 ? `${path}?page=${page}` : path;
}
