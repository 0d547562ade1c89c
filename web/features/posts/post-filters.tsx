import X from 'lucide-react/icons/x';
import { type FormEvent, type RefObject, useEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Category } from '#contract/categories.ts';
import type { PostStatus } from '#contract/posts.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as postListMessages from '#locales/ru/post-list.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';
import { useInputBeforeHydration } from '#web/ui/use-input-before-hydration.ts';
import {
  defaultOrdering,
  type ListBasePath,
  type ListState,
  listPath,
  type Ordering,
  orderings,
} from './list-path.ts';

const searchDebounceMs = 400;

const orderingLabels: Record<Ordering, string> = {
  '-created_at': postListMessages.newest,
  created_at: postListMessages.oldest,
  '-views_count': postListMessages.popular,
  title: postListMessages.byTitle,
  '-updated_at': postListMessages.updated,
};

const statusLabels: Record<PostStatus, string> = {
  published: postListMessages.onlyPublished,
  draft: postListMessages.onlyDrafts,
};

export type CategoryOption = Pick<Category, 'id' | 'name' | 'slug'>;

type FiltersProps = {
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

/**
 * Navigates to the URL of the form's values: at once, or debounced while the reader types. While a search is being
 * typed, its intermediate states replace each other in the browser history.
 */
function useApplyFilters(
  form: RefObject<HTMLFormElement | null>,
  basePath: ListBasePath,
  hasSearch: boolean,
) {
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function go(replace: boolean) {
    clearTimeout(timer.current);
    if (!form.current) return;
    const fields = new FormData(form.current);
    const text = (name: string) => String(fields.get(name) ?? '').trim();
    const path = listPath(
      {
        search: text('search'),
        category: text('category'),
        ordering: text('ordering') as Ordering,
        status: (text('status') || undefined) as PostStatus | undefined,
      },
      basePath,
    );
    if (path === window.location.pathname + window.location.search) return;
    void navigate(path, { replace, preventScrollReset: true });
  }

  return {
    apply: () => go(false),
    applySoon() {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => go(hasSearch), searchDebounceMs);
    },
  };
}

/**
 * Updates the form when the URL changes («back», a chip, the header's search), but never overwrites text that the
 * reader is typing or has typed before hydration.
 */
function useSyncWithUrl(form: RefObject<HTMLFormElement | null>, state: ListState) {
  const { search, category, ordering, status = '' } = state;
  const serialized = JSON.stringify({ search, category, ordering, status });
  const lastSynced = useRef(serialized);
  useEffect(() => {
    if (lastSynced.current === serialized) return;
    lastSynced.current = serialized;
    const values: Record<string, string> = JSON.parse(serialized);
    for (const [name, value] of Object.entries(values)) {
      const control = form.current?.elements.namedItem(name);
      if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) continue;
      if (name === 'search' && control === document.activeElement) continue;
      control.value = value;
    }
  }, [form, serialized]);
}

/** The active filters, each with a link that removes it. */
export function ActiveFilters({ state, categories, basePath = '/posts' }: FiltersProps) {
  const chips = activeChips(state, categories);
  if (chips.length === 0) return null;
  return (
    <ul aria-label={postListMessages.activeFilters} className="flex flex-wrap items-center gap-2">
      {chips.map(({ text, without }) => (
        <li key={text} className="max-w-full">
          <Link
            to={listPath({ ...state, ...without, page: 1 }, basePath)}
            viewTransition
            preventScrollReset
            className="inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-lg bg-sunk px-3 text-sm text-soft hover:bg-accent-tint hover:text-ink pointer-coarse:min-h-11"
          >
            <span className="sr-only">{postListMessages.removeFilter}</span>
            <span className="truncate">{text}</span>
            <X aria-hidden className="size-3.5 shrink-0" />
          </Link>
        </li>
      ))}
      <li>
        <ButtonLink to={basePath} variant="quiet" size="sm" preventScrollReset>
          {postListMessages.reset}
        </ButtonLink>
      </li>
    </ul>
  );
}

type Chip = { text: string; without: Partial<ListState> };

function activeChips(
  { search, category, ordering, status }: ListState,
  categories: readonly CategoryOption[],
): Chip[] {
  const chips: Chip[] = [];
  if (search)
    chips.push({
      text: interpolate(postListMessages.chipSearch, { value: search }),
      without: { search: '' },
    });
  if (category) {
    const known = categories.find(({ id, slug }) => String(id) === category || slug === category);
    const value = known?.name ?? category;
    chips.push({ text: interpolate(postListMessages.chipCategory, { value }), without: { category: '' } });
  }
  if (status) chips.push({ text: statusLabels[status], without: { status: undefined } });
  if (ordering !== defaultOrdering) {
    const value = orderingLabels[ordering];
    chips.push({
      text: interpolate(postListMessages.chipOrdering, { value }),
      without: { ordering: defaultOrdering },
    });
  }
  return chips;
}
