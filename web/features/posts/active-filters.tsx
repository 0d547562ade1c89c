import X from 'lucide-react/icons/x';
import { Link } from 'react-router';
import { interpolate } from '#locales/interpolate.ts';
import * as postListMessages from '#locales/ru/post-list.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { orderingLabels, statusLabels } from './filter-labels.ts';
import { defaultOrdering, type ListState, listPath } from './list-path.ts';
import type { CategoryOption, FiltersProps } from './post-filters.tsx';

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
