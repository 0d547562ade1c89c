import { type FormEvent, type ReactNode, useRef } from 'react';
import type { Category } from '#contract/categories.ts';
import * as postListMessages from '#locales/ru/post-list.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';
import { useInputBeforeHydration } from '#web/ui/use-input-before-hydration.ts';
import { orderingLabels, statusLabels } from './filter-labels.ts';
import {
  defaultOrdering,
  type ListBasePath,
  type ListState,
  listPath,
  orderings,
  parseListState,
} from './list-path.ts';
import { useApplyFilters, useSyncWithUrl } from './use-filter-form.ts';

export type CategoryOption = Pick<Category, 'id' | 'name' | 'slug'>;

export type FiltersProps = {
  state: ListState;
  categories: readonly CategoryOption[];
  /** The list of own posts also has a filter by status. */
  basePath?: ListBasePath;
};

/**
 * Category and ordering as a line of chips: a GET form without scripts, applied at once with them. The URL is the source of
 * its values; a changed filter returns to page 1, because the form has no page field. Own posts, with their drafts, have a
 * search of their own.
 */
export function PostFilters({ state, categories, basePath = '/posts' }: FiltersProps) {
  const form = useRef<HTMLFormElement>(null);
  const pathOf = (fields: URLSearchParams) => listPath({ ...parseListState(fields), page: 1 }, basePath);
  const { apply, applySoon } = useApplyFilters(form, pathOf, state.search !== '');
  const { search, ordering, status = '' } = state;
  const formState = { ...state, category: resolveCategoryId(state.category, categories) };
  useSyncWithUrl(form, { search, ordering, status, category: formState.category });
  useInputBeforeHydration(form, applySoon);

  function submit(event: FormEvent) {
    event.preventDefault();
    apply();
  }

  return (
    <search aria-label={postListMessages.filters} className="shrink-0">
      <form ref={form} action={basePath} onSubmit={submit} className="flex items-center gap-2">
        {basePath !== '/posts' && <OwnFilters state={state} apply={apply} applySoon={applySoon} />}
        <ChipSelect
          name="category"
          label={postListMessages.category}
          value={formState.category}
          isActive={formState.category !== ''}
          onChange={apply}
        >
          <option value="">{postListMessages.allCategories}</option>
          {categories.map(({ id, name }) => (
            <option key={id} value={String(id)}>
              {name}
            </option>
          ))}
        </ChipSelect>
        <ChipSelect
          name="ordering"
          label={postListMessages.ordering}
          value={state.ordering}
          isActive={state.ordering !== defaultOrdering}
          onChange={apply}
        >
          {orderings.map((ordering) => (
            <option key={ordering} value={ordering}>
              {orderingLabels[ordering]}
            </option>
          ))}
        </ChipSelect>
        <Button type="submit" variant="secondary" className="without-script">
          {postListMessages.apply}
        </Button>
      </form>
    </search>
  );
}

type OwnFiltersProps = { state: ListState; apply: () => void; applySoon: () => void };

const OwnFilters = ({ state, apply, applySoon }: OwnFiltersProps) => (
  <>
    <Field label={postListMessages.search} labelHidden className="w-36 sm:w-56">
      <Input
        type="search"
        name="search"
        defaultValue={state.search}
        placeholder={postListMessages.search}
        autoComplete="off"
        enterKeyHint="search"
        onChange={applySoon}
      />
    </Field>
    <ChipSelect
      name="status"
      label={postListMessages.status}
      value={state.status ?? ''}
      isActive={state.status !== undefined}
      onChange={apply}
    >
      <option value="">{postListMessages.allStatuses}</option>
      {Object.entries(statusLabels).map(([status, label]) => (
        <option key={status} value={status}>
          {label}
        </option>
      ))}
    </ChipSelect>
  </>
);

type ChipSelectProps = {
  name: string;
  label: string;
  value: string;
  /** Whether another value than the default one is chosen. */
  isActive: boolean;
  onChange: () => void;
  children: ReactNode;
};

/** A select as wide as its value, and coloured if it filters. */
export const ChipSelect = ({ name, label, value, isActive, onChange, children }: ChipSelectProps) => (
  <Field label={label} labelHidden className="max-w-56">
    <Select
      name={name}
      defaultValue={value}
      autoComplete="off"
      onChange={onChange}
      className={classNames('field-sizing-content font-medium', isActive && 'bg-accent-tint!')}
    >
      {children}
    </Select>
  </Field>
);

/** One line, which scrolls on small screens with its hidden labels. The padding is room for the outline of a control. */
export const FilterLine = ({ children }: { children: ReactNode }) => (
  <div className="relative -m-1 flex min-w-0 flex-1 items-center gap-2 overflow-x-auto p-1 [scrollbar-width:none]">
    {children}
  </div>
);

/** The select's values are ids; a URL may also name a category by its slug. */
export function resolveCategoryId(category: string, categories: readonly CategoryOption[]): string {
  const known = categories.find(({ slug }) => slug === category);
  return known ? String(known.id) : category;
}
