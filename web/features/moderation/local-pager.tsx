import { interpolate } from '#locales/interpolate.ts';
import * as frontPageMessages from '#locales/ru/staff-front-page.ts';
import { Button } from '#web/ui/button.tsx';

/** The pages of a list that is not the main one of its page, so that the URL does not name them. */
export function LocalPager({
  page,
  pageCount,
  onPage,
}: {
  page: number;
  pageCount: number;
  onPage: (page: number) => void;
}) {
  if (pageCount <= 1) return null;
  return (
    <div className="mt-3 flex flex-wrap items-center gap-3">
      <Button
        size="sm"
        variant="quiet"
        aria-disabled={page <= 1 || undefined}
        onClick={() => page > 1 && onPage(page - 1)}
      >
        {frontPageMessages.newer}
      </Button>
      <span role="status" className="text-sm text-muted tabular-nums">
        {interpolate(frontPageMessages.pageOf, { page: String(page), count: String(pageCount) })}
      </span>
      <Button
        size="sm"
        variant="quiet"
        aria-disabled={page >= pageCount || undefined}
        onClick={() => page < pageCount && onPage(page + 1)}
      >
        {frontPageMessages.older}
      </Button>
    </div>
  );
}
