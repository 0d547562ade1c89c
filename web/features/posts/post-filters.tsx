import X from 'lucide-react/icons/x';
import { type FormEvent, type RefObject, useEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Category } from '#contract/categories.ts';
import type { PostStatus } from '#contract/posts.ts';
import { t } from '#text/index.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';
import { useEarlyInput } from '#web/ui/use-early-input.ts';
import {
  defaultOrdering,
  type ListPlace,
  type ListState,
  listPath,
  type Ordering,
  orderings,
} from './list-address.ts';

const typingPauseMs = 400;

const orderingLabels: Record<Ordering, string> = {
  '-created_at': t('postList.newest'),
  created_at: t('postList.oldest'),
  '-views_count': t('postList.popular'),
  title: t('postList.byTitle'),
  '-updated_at': t('postList.updated'),
};

const statusLabels: Record<PostStatus, string> = {
  published: t('postList.onlyPublished'),
  draft: t('postList.onlyDrafts'),
};

type FiltersProps = {
  state: ListState;
  categories: readonly Category[];
  /** The list of own posts also has a filter by status. */
  place?: ListPlace;
};

/**
 * Search, category and ordering: a GET form without scripts, applied at once with them. The URL is the source of its
 * values; a changed filter returns to page 1, because the form has no page field.
 */
export function PostFilters({ state, categories, place = '/posts' }: FiltersProps) {
  const form = useRef<HTMLFormElement>(null);
  const { apply, applySoon } = useApply(form, place, state.search !== '');
  const shown = { ...state, category: categoryIdOf(state.category, categories) };
  useShownState(form, shown);
  useEarlyInput(form, applySoon);

  function submit(event: FormEvent) {
    event.preventDefault();
    apply();
  }

  return (
    <search aria-label={t('postList.filters')}>
      <form
        ref={form}
        action={place}
        onSubmit={submit}
        className={classNames(
          'grid grid-cols-2 gap-4 border-y border-rule py-5',
          place === '/posts' ? 'lg:grid-cols-[2fr_1fr_1fr]' : 'lg:grid-cols-[2fr_1fr_1fr_1fr]',
        )}
      >
        <Field label={t('postList.search')} className="col-span-2 lg:col-span-1">
          <Input
            type="search"
            name="search"
            defaultValue={state.search}
            placeholder={t('postList.searchPlaceholder')}
            autoComplete="off"
            enterKeyHint="search"
            onChange={applySoon}
          />
        </Field>
        {place === '/posts/my' && (
          <Field label={t('postList.status')} className="col-span-2 sm:col-span-1">
            <Select name="status" defaultValue={state.status ?? ''} autoComplete="off" onChange={apply}>
              <option value="">{t('postList.allStatuses')}</option>
              {Object.entries(statusLabels).map(([status, label]) => (
                <option key={status} value={status}>
                  {label}
                </option>
              ))}
            </Select>
          </Field>
        )}
        <Field label={t('postList.category')}>
          <Select name="category" defaultValue={shown.category} autoComplete="off" onChange={apply}>
            <option value="">{t('postList.allCategories')}</option>
            {categories.map(({ id, name }) => (
              <option key={id} value={String(id)}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t('postList.ordering')}>
          <Select name="ordering" defaultValue={state.ordering} autoComplete="off" onChange={apply}>
            {orderings.map((ordering) => (
              <option key={ordering} value={ordering}>
                {orderingLabels[ordering]}
              </option>
            ))}
          </Select>
        </Field>
        <Button type="submit" variant="secondary" className="without-script col-span-full justify-self-start">
          {t('postList.apply')}
        </Button>
      </form>
    </search>
  );
}

/** The select's values are ids; a URL may also name a category by its slug. */
function categoryIdOf(category: string, categories: readonly Category[]): string {
  const known = categories.find(({ slug }) => slug === category);
  return known ? String(known.id) : category;
}

/**
 * Navigates to the URL of the form's values: at once, or debounced while the reader types. While a search is being
 * typed, its intermediate states replace each other in the browser history.
 */
function useApply(form: RefObject<HTMLFormElement | null>, place: ListPlace, isSearching: boolean) {
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
      place,
    );
    if (path === window.location.pathname + window.location.search) return;
    void navigate(path, { replace, preventScrollReset: true });
  }

  return {
    apply: () => go(false),
    applySoon() {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => go(isSearching), typingPauseMs);
    },
  };
}

/**
 * Updates the form when the URL changes («back», a chip, the header's search), but never overwrites text that the
 * reader is typing or has typed before hydration.
 */
function useShownState(form: RefObject<HTMLFormElement | null>, state: ListState) {
  const { search, category, ordering, status = '' } = state;
  const address = JSON.stringify({ search, category, ordering, status });
  const followed = useRef(address);
  useEffect(() => {
    if (followed.current === address) return;
    followed.current = address;
    const shown: Record<string, string> = JSON.parse(address);
    for (const [name, value] of Object.entries(shown)) {
      const control = form.current?.elements.namedItem(name);
      if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) continue;
      if (name === 'search' && control === document.activeElement) continue;
      control.value = value;
    }
  }, [form, address]);
}

/** The active filters, each with a link that removes it. */
export function ActiveFilters({ state, categories, place = '/posts' }: FiltersProps) {
  const chips = activeChips(state, categories);
  if (chips.length === 0) return null;
  return (
    <ul aria-label={t('postList.activeFilters')} className="flex flex-wrap items-center gap-2">
      {chips.map(({ text, without }) => (
        <li key={text} className="max-w-full">
          <Link
            to={listPath({ ...state, ...without, page: 1 }, place)}
            viewTransition
            preventScrollReset
            className="inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-lg bg-sunk px-3 text-sm text-soft hover:bg-accent-tint hover:text-ink pointer-coarse:min-h-11"
          >
            <span className="sr-only">{t('postList.removeFilter')}</span>
            <span className="truncate">{text}</span>
            <X aria-hidden className="size-3.5 shrink-0" />
          </Link>
        </li>
      ))}
      <li>
        <ButtonLink to={place} variant="quiet" size="sm" preventScrollReset>
          {t('postList.reset')}
        </ButtonLink>
      </li>
    </ul>
  );
}

type Chip = { text: string; without: Partial<ListState> };

function activeChips(
  { search, category, ordering, status }: ListState,
  categories: readonly Category[],
): Chip[] {
  const chips: Chip[] = [];
  if (search) chips.push({ text: t('postList.chipSearch', { value: search }), without: { search: '' } });
  if (category) {
    const known = categories.find(({ id, slug }) => String(id) === category || slug === category);
    const value = known?.name ?? category;
    chips.push({ text: t('postList.chipCategory', { value }), without: { category: '' } });
  }
  if (status) chips.push({ text: statusLabels[status], without: { status: undefined } });
  if (ordering !== defaultOrdering) {
    const value = orderingLabels[ordering];
    chips.push({ text: t('postList.chipOrdering', { value }), without: { ordering: defaultOrdering } });
  }
  return chips;
}
