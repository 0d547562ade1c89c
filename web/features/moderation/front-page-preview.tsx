import { type ReactNode, useEffect, useState } from 'react';
import type { FrontPage } from '#contract/front-page.ts';
import { fromMoscowInput } from '#locales/format.ts';
import * as frontPageMessages from '#locales/ru/staff-front-page.ts';
import { useBrowserQuery } from '#web/queries/use-browser-query.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { SkeletonText } from '#web/ui/skeleton.tsx';
import { type DraftPlacement, toWanted } from './front-page-draft.ts';

/** The front page with the unsaved layout, now or at a chosen time. */
export function FrontPagePreview({
  draft,
  children,
}: {
  draft: readonly DraftPlacement[];
  children: (page: FrontPage) => ReactNode;
}) {
  const [at, setAt] = useState<string | null>(null);
  // A period that ends before it begins is marked in its fields.
  const placements = toWanted(draft).filter(
    ({ starts_at, ends_at }) => !starts_at || !ends_at || ends_at > starts_at,
  );
  const body = { placements, at };
  const query = useBrowserQuery(`front page preview ${JSON.stringify(body)}`, (api) =>
    api.call('previewFrontPage', { body, suppressToastFor: [0, 400, 404, 429, 500, 503] }),
  );
  const [shown, setShown] = useState<FrontPage | null>(null);
  // The last page stays until the next one has come.
  useEffect(() => {
    if (query.data) setShown(query.data);
  }, [query.data]);
  const page = query.data ?? shown;

  return (
    <section aria-labelledby="front-page-preview" className="border-t-3 border-ink pt-3">
      <div className="flex flex-wrap items-end justify-between gap-4 pb-4">
        <h2 id="front-page-preview" className="text-2xl font-bold">
          {frontPageMessages.preview}
        </h2>
        <Field label={frontPageMessages.previewAt} hint={frontPageMessages.previewHint}>
          <Input
            type="datetime-local"
            onChange={({ currentTarget }) => setAt(fromMoscowInput(currentTarget.value))}
          />
        </Field>
      </div>
      {query.error && !query.isLoading && (
        <p role="alert" className="pb-4 text-sm text-danger">
          {frontPageMessages.previewFailed}
        </p>
      )}
      <div
        aria-busy={query.isLoading}
        className={classNames(
          'rounded-md border border-rule p-4 transition-opacity duration-100',
          // The smaller page keeps targets of 24 pixels (32 × 0.75).
          'lg:[zoom:0.75] lg:[&_a[data-category]]:min-h-8',
          query.isLoading && 'opacity-60',
        )}
      >
        {page ? children(page) : <SkeletonText lines={12} />}
      </div>
    </section>
  );
}
