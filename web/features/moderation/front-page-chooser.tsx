import { type FormEvent, useState } from 'react';
import type { Placement, PlacementSection } from '#contract/front-page-layout.ts';
import { maxPlacements } from '#contract/front-page-layout.ts';
import type { ModeratedPost } from '#contract/staff.ts';
import { dateAndTime } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import { displayName } from '#locales/person.ts';
import * as frontPageMessages from '#locales/ru/staff-front-page.ts';
import { pageCountOf } from '#web/lists/page-number.ts';
import { QueryView } from '#web/queries/query-view.tsx';
import { useBrowserQuery } from '#web/queries/use-browser-query.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { FrontPageControl } from './front-page-control.tsx';
import { LocalPager } from './local-pager.tsx';
import { StaffListSkeleton } from './staff-frame.tsx';

const postsPerPage = 8;

type ChooserProps = {
  isFull: boolean;
  onAdd: (post: Placement['post'], section: PlacementSection) => void;
};

/** Searches published posts, to place them or to keep them off the front page. */
export function FrontPageChooser({ isFull, onAdd }: ChooserProps) {
  const [{ search, page }, setList] = useState({ search: '', page: 1 });
  const query = useBrowserQuery(`posts to place ${page} ${search}`, (api) =>
    api.call('listModeratedPosts', {
      query: { page: String(page), page_size: String(postsPerPage), search: search || undefined },
    }),
  );
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setList({ search: String(new FormData(event.currentTarget).get('search') ?? '').trim(), page: 1 });
  }

  return (
    <section aria-labelledby="front-page-chooser" className="min-w-0">
      <h2 id="front-page-chooser" className="text-xl font-bold">
        {frontPageMessages.choose}
      </h2>
      <search>
        <form onSubmit={submit} className="mt-3 flex items-end gap-3">
          <Field label={frontPageMessages.searchLabel} labelHidden className="min-w-0 flex-1">
            <Input type="search" name="search" placeholder={frontPageMessages.searchLabel} />
          </Field>
          <Button type="submit" variant="secondary">
            {frontPageMessages.find}
          </Button>
        </form>
      </search>
      {isFull && (
        <p role="status" className="mt-3 text-sm text-warning">
          {interpolate(frontPageMessages.full, { max: String(maxPlacements) })}
        </p>
      )}
      <QueryView
        query={query}
        placeholder={<StaffListSkeleton />}
        failed={frontPageMessages.choosingFailed}
        retry={frontPageMessages.retry}
        headingLevel={3}
      >
        {({ count, results }) => (
          <>
            {results.length === 0 && <p className="mt-4 text-soft">{frontPageMessages.noPosts}</p>}
            <ul className="mt-3 divide-y divide-rule">
              {results.map((post) => (
                <li key={post.id} className="py-2">
                  <Choice post={post} isFull={isFull} onAdd={onAdd} onChange={query.reload} />
                </li>
              ))}
            </ul>
            <LocalPager
              page={page}
              pageCount={pageCountOf(count, postsPerPage)}
              onPage={(wanted) => setList({ search, page: wanted })}
            />
          </>
        )}
      </QueryView>
    </section>
  );
}

type ChoiceProps = ChooserProps & { post: ModeratedPost; onChange: () => void };

function Choice({ post, isFull, onAdd, onChange }: ChoiceProps) {
  const { id, title, slug, author_info, created_at } = post;
  const add = (section: PlacementSection) =>
    onAdd(
      { id, title, slug, author_info, created_at, obstacle: post.off_front_page ? 'kept-off' : null },
      section,
    );
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium wrap-anywhere">{title}</p>
        <p className="text-xs text-muted">
          {displayName(author_info)}, {dateAndTime(created_at)}
        </p>
      </div>
      <div className="flex items-center gap-1">
        <Button
          size="sm"
          variant="secondary"
          disabled={isFull}
          aria-label={interpolate(frontPageMessages.addToLead, { title })}
          onClick={() => add('lead')}
        >
          {frontPageMessages.addToLeadShort}
        </Button>
        <Button
          size="sm"
          variant="secondary"
          disabled={isFull}
          aria-label={interpolate(frontPageMessages.addToRow, { title })}
          onClick={() => add('row')}
        >
          {frontPageMessages.addToRowShort}
        </Button>
        <FrontPageControl post={post} onDone={onChange} />
      </div>
    </div>
  );
}
