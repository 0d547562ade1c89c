import { type FormEvent, useRef } from 'react';
import * as postListMessages from '#locales/ru/post-list.ts';
import * as searchMessages from '#locales/ru/search.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { useInputBeforeHydration } from '#web/ui/use-input-before-hydration.ts';
import { type CategoryOption, ChipSelect, resolveCategoryId } from './post-filters.tsx';
import {
  hasSearchFilters,
  parseSearchState,
  type SearchOrdering,
  type SearchState,
  searchOrderings,
  searchPath,
} from './search-path.ts';
import { useApplyFilters, useSyncWithUrl } from './use-filter-form.ts';

const orderingLabels: Record<SearchOrdering, string> = {
  relevance: searchMessages.relevance,
  newest: postListMessages.newest,
  oldest: postListMessages.oldest,
  popular: postListMessages.popular,
};

/** Category, author, period and ordering of search results: a GET form without scripts, applied at once with them. */
export function SearchFilters({
  state,
  categories,
}: {
  state: SearchState;
  categories: readonly CategoryOption[];
}) {
  const form = useRef<HTMLFormElement>(null);
  const category = resolveCategoryId(state.category, categories);
  const { search, tab, author, since, until, ordering } = state;
  const pathOf = (fields: URLSearchParams) => searchPath({ ...parseSearchState(fields), page: 1 });
  const { apply, applySoon } = useApplyFilters(form, pathOf, author !== '');
  useSyncWithUrl(form, { search, tab, category, author, since, until, ordering });
  useInputBeforeHydration(form, applySoon);

  function submit(event: FormEvent) {
    event.preventDefault();
    apply();
  }

  return (
    <search aria-label={searchMessages.filters} className="shrink-0">
      <form ref={form} action="/posts" onSubmit={submit} className="flex items-center gap-2">
        <input type="hidden" name="search" defaultValue={search} />
        {tab !== 'posts' && <input type="hidden" name="tab" defaultValue={tab} />}
        {state.isExact && <input type="hidden" name="exact" defaultValue="true" />}
        <ChipSelect
          name="category"
          label={postListMessages.category}
          value={category}
          isActive={category !== ''}
          onChange={apply}
        >
          <option value="">{postListMessages.allCategories}</option>
          {categories.map(({ id, name }) => (
            <option key={id} value={String(id)}>
              {name}
            </option>
          ))}
        </ChipSelect>
        <Field label={searchMessages.author} labelHidden className="w-36">
          <Input
            name="author"
            defaultValue={author}
            placeholder={searchMessages.author}
            autoComplete="off"
            onChange={applySoon}
          />
        </Field>
        <DayField
          name="since"
          label={searchMessages.since}
          short={searchMessages.sinceShort}
          value={since}
          onChange={applySoon}
        />
        <DayField
          name="until"
          label={searchMessages.until}
          short={searchMessages.untilShort}
          value={until}
          onChange={applySoon}
        />
        <ChipSelect
          name="ordering"
          label={postListMessages.ordering}
          value={ordering}
          isActive={ordering !== 'relevance'}
          onChange={apply}
        >
          {searchOrderings.map((value) => (
            <option key={value} value={value}>
              {orderingLabels[value]}
            </option>
          ))}
        </ChipSelect>
        <Button type="submit" variant="secondary" className="without-script">
          {postListMessages.apply}
        </Button>
        {(hasSearchFilters(state) || ordering !== 'relevance') && (
          <ButtonLink to={searchPath({ search, tab })} variant="quiet" size="sm" preventScrollReset>
            {postListMessages.reset}
          </ButtonLink>
        )}
      </form>
    </search>
  );
}

type DayFieldProps = { name: string; label: string; short: string; value: string; onChange: () => void };

const DayField = ({ name, label, short, value, onChange }: DayFieldProps) => (
  <div className="flex items-center gap-1.5">
    <span aria-hidden className="text-sm text-soft">
      {short}
    </span>
    <Field label={label} labelHidden className="w-36 pointer-coarse:w-40">
      <Input type="date" name={name} defaultValue={value} autoComplete="off" onChange={onChange} />
    </Field>
  </div>
);
