import { type FormEvent, useRef } from 'react';
import type { Category } from '#contract/categories.ts';
import * as postListMessages from '#locales/ru/post-list.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';
import { useInputBeforeHydration } from '#web/ui/use-input-before-hydration.ts';
import { orderingLabels, statusLabels } from './filter-labels.ts';
import { type ListBasePath, type ListState, orderings } from './list-path.ts';
import { useApplyFilters, useSyncWithUrl } from './use-filter-form.ts';

export type CategoryOption = Pick<Category, 'id' | 'name' | 'slug'>;

export type FiltersProps = {
  state: ListState;
  categories: readonly CategoryOption[];
  /** The list of own posts also has a filter by status. */
  basePath?: ListBasePath;
};

/**
 * Search, category and ordering: a GET form without scripts, applied at once with them. The URL is the source of its
 * values; a changed filter returns to page 1, because the form has no page field.
 */
export function PostFilters({ state, categories, basePath = '/posts' }: FiltersProps) {
  const form = useRef<HTMLFormElement>(null);
  const { apply, applySoon } = useApplyFilters(form, basePath, state.search !== '');
  const formState = { ...state, category: resolveCategoryId(state.category, categories) };
  useSyncWithUrl(form, formState);
  useInputBeforeHydration(form, applySoon);

  function submit(event: FormEvent) {
    event.preventDefault();
    apply();
  }

  return (
    <search aria-label={postListMessages.filters}>
      <form
        ref={form}
        action={basePath}
        onSubmit={submit}
        className={classNames(
          'grid grid-cols-2 gap-4 border-y border-rule py-5',
          basePath === '/posts' ? 'lg:grid-cols-[2fr_1fr_1fr]' : 'lg:grid-cols-[2fr_1fr_1fr_1fr]',
        )}
      >
        <Field label={postListMessages.search} className="col-span-2 lg:col-span-1">
          <Input
            type="search"
            name="search"
            defaultValue={state.search}
            placeholder={postListMessages.searchPlaceholder}
            autoComplete="off"
            enterKeyHint="search"
            onChange={applySoon}
          />
        </Field>
        {basePath === '/posts/my' && (
          <Field label={postListMessages.status} className="col-span-2 sm:col-span-1">
            <Select name="status" defaultValue={state.status ?? ''} autoComplete="off" onChange={apply}>
              <option value="">{postListMessages.allStatuses}</option>
              {Object.entries(statusLabels).map(([status, label]) => (
                <option key={status} value={status}>
                  {label}
                </option>
              ))}
            </Select>
          </Field>
        )}
        <Field label={postListMessages.category}>
          <Select name="category" defaultValue={formState.category} autoComplete="off" onChange={apply}>
            <option value="">{postListMessages.allCategories}</option>
            {categories.map(({ id, name }) => (
              <option key={id} value={String(id)}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={postListMessages.ordering}>
          <Select name="ordering" defaultValue={state.ordering} autoComplete="off" onChange={apply}>
            {orderings.map((ordering) => (
              <option key={ordering} value={ordering}>
                {orderingLabels[ordering]}
              </option>
            ))}
          </Select>
        </Field>
        <Button type="submit" variant="secondary" className="without-script col-span-full justify-self-start">
          {postListMessages.apply}
        </Button>
      </form>
    </search>
  );
}

/** The select's values are ids; a URL may also name a category by its slug. */
function resolveCategoryId(category: string, categories: readonly CategoryOption[]): string {
  const known = categories.find(({ slug }) => slug === category);
  return known ? String(known.id) : category;
}
