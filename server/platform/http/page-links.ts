import type { Page } from '../db/paging.ts';

/** Absolute URLs of the next and previous page, with all other query parameters. */
export function pageLinks(
  { publicUrl, path, query }: { publicUrl: string; path: string; query: Record<string, string> },
  page: Page,
  count: number,
): { next: string | null; previous: string | null } {
  const linkTo = (number: number) =>
    `${publicUrl}${path}?${new URLSearchParams({ ...query, page: String(number) })}`;
  return {
    next: page.offset + page.size < count ? linkTo(page.number + 1) : null,
    previous: page.number > 1 ? linkTo(page.number - 1) : null,
  };
}
