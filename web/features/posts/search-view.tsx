import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { exactCountLimit } from '#contract/query.ts';
import { type SearchTab, searchTabs } from '#contract/search-tabs.ts';
import { countOf, type PluralForms, wholeNumber } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import { displayName } from '#locales/person.ts';
import { nouns } from '#locales/ru/nouns.ts';
import * as postListMessages from '#locales/ru/post-list.ts';
import * as searchMessages from '#locales/ru/search.ts';
import { ListPagination } from '#web/lists/list-pagination.tsx';
import { pageCountOf } from '#web/lists/page-number.ts';
import { classNames } from '#web/ui/class-names.ts';
import { TextLink } from '#web/ui/text-link.tsx';
import { type CategoryOption, FilterLine } from './post-filters.tsx';
import { SearchEmpty } from './search-empty.tsx';
import { SearchFilters } from './search-filters.tsx';
import { type SearchState, searchPath } from './search-path.ts';
import { type Found, SearchRows } from './search-results.tsx';

export const searchPageSize = 20;

const tabLabels: Record<SearchTab, string> = {
  posts: searchMessages.posts,
  comments: searchMessages.comments,
  authors: searchMessages.authors,
  categories: searchMessages.categories,
};
const tabNouns: Record<SearchTab, PluralForms> = {
  posts: nouns.article,
  comments: nouns.comment,
  authors: searchMessages.authorForms,
  categories: searchMessages.categoryForms,
};

type Props = { state: SearchState; found: Found; categories: readonly CategoryOption[]; isLoading: boolean };

/** The results of a search: tabs with their numbers, filters, and the rows of the chosen tab. */
export function SearchView({ state, found, categories, isLoading }: Props) {
  const { tab, page } = state;
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h1 className="line-clamp-3 text-3xl font-bold wrap-anywhere sm:text-5xl sm:leading-tight">
          {interpolate(searchMessages.heading, { query: state.search })}
        </h1>
        <p role="status" className="text-soft">
          {isLoading ? postListMessages.loading : describeCount(found.count, tab)}
        </p>
      </div>
      <Correction state={state} corrected={found.corrected} />
      <Tabs state={state} counts={found.counts} />
      {(tab === 'posts' || tab === 'comments') && (
        <div className="border-b border-rule py-2">
          <FilterLine>
            <SearchFilters state={state} categories={categories} />
          </FilterLine>
        </div>
      )}
      <FoundAuthors found={found} />
      <div
        aria-busy={isLoading}
        className={classNames('transition-opacity duration-100', isLoading && 'opacity-50')}
      >
        {found.count === 0 ? (
          <SearchEmpty
            state={state}
            counts={found.counts}
            labels={tabLabels}
            describeCount={describeTabCount}
          />
        ) : (
          <SearchRows tab={tab} found={found} />
        )}
      </div>
      <div className="mt-12">
        <ListPagination
          page={page}
          pageCount={pageCountOf(found.count, searchPageSize)}
          hrefOf={(number) => searchPath({ ...state, page: number })}
        />
      </div>
    </>
  );
}

/** The API counts up to 10,000, where a list ends. */
function describeCount(count: number, tab: SearchTab): string {
  const { found, foundMany, foundOthers } = searchMessages;
  const exactly = tab === 'posts' ? found : foundOthers;
  const message = count >= exactCountLimit ? foundMany : exactly;
  return interpolate(message, { count: countOf(count, tabNouns[tab]) });
}

const describeTabCount = (count: number): string =>
  count >= exactCountLimit
    ? interpolate(searchMessages.many, { count: wholeNumber(exactCountLimit) })
    : wholeNumber(count);

/** What was searched instead of the typed words, and the way back to them. */
function Correction({ state, corrected }: { state: SearchState; corrected: string | null }) {
  if (corrected === null) return null;
  return (
    <p className="mt-2 text-soft wrap-anywhere">
      {interpolate(searchMessages.corrected, { query: corrected })}{' '}
      <TextLink to={searchPath({ ...state, isExact: true, page: 1 })}>
        {interpolate(searchMessages.searchExactly, { query: state.search })}
      </TextLink>
    </p>
  );
}

function Tabs({ state, counts }: { state: SearchState; counts: Found['counts'] }) {
  const nav = useRef<HTMLElement>(null);
  // On a phone the chosen tab may be outside.
  useEffect(() => {
    const chosen = nav.current?.querySelector<HTMLElement>(`[data-tab=${state.tab}]`);
    if (nav.current && chosen) nav.current.scrollLeft = chosen.offsetLeft - nav.current.clientWidth / 2;
  }, [state.tab]);
  return (
    <nav
      ref={nav}
      aria-label={searchMessages.tabs}
      className="mt-4 relative overflow-x-auto border-b border-rule [scrollbar-width:none]"
    >
      <ul className="flex gap-1">
        {searchTabs.map((tab) => (
          <li key={tab} data-tab={tab}>
            <Link
              to={searchPath({ ...state, tab, page: 1 })}
              preventScrollReset
              aria-current={tab === state.tab ? 'page' : undefined}
              className="flex min-h-11 items-center gap-1.5 border-b-3 border-transparent px-2 text-sm font-medium whitespace-nowrap text-soft hover:text-ink aria-[current]:border-accent aria-[current]:text-ink sm:px-3"
            >
              {tabLabels[tab]}
              <span className="font-normal text-muted tabular-nums">{describeTabCount(counts[tab])}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Whose texts a part of a name has chosen. */
function FoundAuthors({ found: { filters } }: { found: Found }) {
  if (filters.authors.length === 0) return null;
  const names = filters.authors.map(displayName).join(', ');
  const message = filters.authors.length === 1 ? searchMessages.onlyAuthor : searchMessages.onlyAuthors;
  return <p className="mt-3 text-sm text-soft wrap-anywhere">{interpolate(message, { names })}</p>;
}
