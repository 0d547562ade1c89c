import X from 'lucide-react/icons/x';
import { Link } from 'react-router';
import { interpolate } from '#locales/interpolate.ts';
import * as postListMessages from '#locales/ru/post-list.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { defaultOrdering, type ListBasePath, type ListState, listPath } from './list-path.ts';

/** The search as a chip that removes it, and a link that resets all filters; the other filters show their values. */
export function ActiveFilters({ state, basePath = '/posts' }: { state: ListState; basePath?: ListBasePath }) {
  const { search, category, ordering, status } = state;
  if (!search && !category && !status && ordering === defaultOrdering) return null;
  return (
    <ul aria-label={postListMessages.activeFilters} className="flex shrink-0 items-center gap-2">
      {search && (
        <li>
          <Link
            to={listPath({ ...state, search: '', page: 1 }, basePath)}
            viewTransition
            preventScrollReset
            className="inline-flex h-10 max-w-56 items-center gap-1.5 rounded-md bg-accent-tint px-3 text-sm font-medium text-ink hover:text-link-hover pointer-coarse:h-11"
          >
            <span className="sr-only">{postListMessages.removeFilter}</span>
            <span className="truncate">{interpolate(postListMessages.chipSearch, { value: search })}</span>
            <X aria-hidden className="size-3.5 shrink-0" />
          </Link>
        </li>
      )}
      <li>
        <ButtonLink to={basePath} variant="quiet" size="sm" preventScrollReset>
          {postListMessages.reset}
        </ButtonLink>
      </li>
    </ul>
  );
}
