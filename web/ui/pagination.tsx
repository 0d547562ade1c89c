import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { buttonClass } from './button.tsx';
import { classNames } from './class-names.ts';

export type PaginationProps = {
  page: number;
  pageCount: number;
  /** The URL of a page; pages are links, so that they work without scripts. */
  hrefOf: (page: number) => string;
  /** «Страница X из Y». */
  status: string;
  labels: { navigation: string; previous: string; next: string; page: (page: number) => string };
};

/** The page links of a list; renders nothing for a single page. */
export function Pagination({ page, pageCount, hrefOf, status, labels }: PaginationProps) {
  if (pageCount <= 1) return null;
  return (
    <nav
      aria-label={labels.navigation}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 border-t border-rule pt-6"
    >
      <p className="text-sm text-soft tabular-nums">{status}</p>
      <ul className="flex flex-wrap items-center gap-1">
        <li>
          <Step to={page > 1 ? hrefOf(page - 1) : null} rel="prev">
            <ChevronLeft aria-hidden className="size-4" />
            {labels.previous}
          </Step>
        </li>
        {nearbyPages(page, pageCount).map((entry) => (
          <li key={entry} className="hidden sm:block">
            {entry < 0 ? (
              <span aria-hidden className="px-2 text-muted">
                …
              </span>
            ) : (
              <Link
                to={hrefOf(entry)}
                viewTransition
                aria-label={labels.page(entry)}
                aria-current={entry === page ? 'page' : undefined}
                className={classNames(
                  'flex h-10 min-w-10 items-center justify-center rounded-md px-2 text-sm tabular-nums pointer-coarse:h-11',
                  entry === page ? 'bg-ink font-medium text-paper' : 'text-soft hover:bg-sunk hover:text-ink',
                )}
              >
                {entry}
              </Link>
            )}
          </li>
        ))}
        <li>
          <Step to={page < pageCount ? hrefOf(page + 1) : null} rel="next">
            {labels.next}
            <ChevronRight aria-hidden className="size-4" />
          </Step>
        </li>
      </ul>
    </nav>
  );
}

function Step({ to, rel, children }: { to: string | null; rel: 'prev' | 'next'; children: ReactNode }) {
  const className = buttonClass({ variant: 'quiet' });
  if (to === null)
    return (
      <span aria-disabled className={className}>
        {children}
      </span>
    );
  return (
    <Link to={to} rel={rel} viewTransition className={className}>
      {children}
    </Link>
  );
}

/** The first, the last and up to two pages on either side; a negative number is a gap. */
export function nearbyPages(page: number, pageCount: number): number[] {
  const pages = [1, page - 2, page - 1, page, page + 1, page + 2, pageCount]
    .filter((candidate) => candidate >= 1 && candidate <= pageCount)
    .sort((left, right) => left - right);
  const entries: number[] = [];
  for (const candidate of new Set(pages)) {
    const last = entries.at(-1);
    if (last !== undefined && candidate - last === 2) entries.push(candidate - 1);
    else if (last !== undefined && candidate - last > 2) entries.push(-candidate);
    entries.push(candidate);
  }
  return entries;
}
