import type { FormEvent, ReactNode } from 'react';
import { useNavigate } from 'react-router';
import type { ModeratedPostState } from '#contract/staff.ts';
import * as moderationMessages from '#locales/ru/moderation.ts';
import { SegmentLinks } from '#web/lists/segment-links.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { type ModerationList, moderationPath } from './moderation-path.ts';

const stateLabels: Record<ModeratedPostState, string> = {
  visible: moderationMessages.visible,
  hidden: moderationMessages.hiddenOnes,
  'off-front-page': moderationMessages.offFrontPageOnes,
  draft: moderationMessages.drafts,
  scheduled: moderationMessages.scheduled,
};

/** The filters of a list: visible or hidden items, and a search. */
export function ModerationFilters({
  base,
  list,
  searchLabel,
  states = ['visible', 'hidden'],
  children,
}: {
  base: string;
  list: ModerationList;
  searchLabel: string;
  states?: readonly ModeratedPostState[] | undefined;
  /** Further filters. */
  children?: ReactNode;
}) {
  const navigate = useNavigate();

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('search') ?? '').trim();
    void navigate(moderationPath(base, { ...list, search: text, page: 1 }));
  }

  return (
    <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
      <SegmentLinks
        label={moderationMessages.filter}
        segments={states.map((state) => ({
          to: moderationPath(base, { ...list, state, page: 1 }),
          label: stateLabels[state],
          isCurrent: state === list.state,
        }))}
      />
      {children}
      <search className="max-sm:w-full">
        <form key={list.search} onSubmit={search} className="flex flex-wrap items-end gap-3">
          <Field label={moderationMessages.search} labelHidden className="min-w-0 flex-1 sm:w-72">
            <Input type="search" name="search" defaultValue={list.search} placeholder={searchLabel} />
          </Field>
          <Button type="submit" variant="secondary">
            {moderationMessages.find}
          </Button>
          {(list.search || list.author || list.category) && (
            <ButtonLink to={moderationPath(base, { state: list.state })} variant="quiet">
              {moderationMessages.reset}
            </ButtonLink>
          )}
        </form>
      </search>
    </div>
  );
}
