import type { FormEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import * as moderationMessages from '#locales/ru/moderation.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { type ModerationList, moderationPath } from './moderation-path.ts';

/** The filters of a list: visible or hidden items, and a search. */
export function ModerationFilters({
  base,
  list,
  searchLabel,
}: {
  base: string;
  list: ModerationList;
  searchLabel: string;
}) {
  const navigate = useNavigate();

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('search') ?? '').trim();
    void navigate(moderationPath(base, { state: list.state, search: text }));
  }

  return (
    <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
      <nav aria-label={moderationMessages.filter} className="flex rounded-md border border-rule-strong">
        {(['visible', 'hidden'] as const).map((state) => (
          <Link
            key={state}
            to={moderationPath(base, { state, search: list.search })}
            aria-current={state === list.state ? 'page' : undefined}
            className={classNames(
              'flex min-h-10 items-center px-4 text-sm font-medium pointer-coarse:min-h-11',
              state === list.state ? 'bg-ink text-paper' : 'text-soft hover:bg-sunk hover:text-ink',
            )}
          >
            {state === 'visible' ? moderationMessages.visible : moderationMessages.hiddenOnes}
          </Link>
        ))}
      </nav>
      <search className="max-sm:w-full">
        <form key={list.search} onSubmit={search} className="flex flex-wrap items-end gap-3">
          <Field label={moderationMessages.search} labelHidden className="min-w-0 flex-1 sm:w-72">
            <Input type="search" name="search" defaultValue={list.search} placeholder={searchLabel} />
          </Field>
          <Button type="submit" variant="secondary">
            {moderationMessages.find}
          </Button>
          {list.search && (
            <ButtonLink to={moderationPath(base, { state: list.state })} variant="quiet">
              {moderationMessages.reset}
            </ButtonLink>
          )}
        </form>
      </search>
    </div>
  );
}
