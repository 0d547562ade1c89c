import { type SearchTab, searchTabs } from '#contract/search-tabs.ts';
import { shorten } from '#locales/cut-text.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as searchMessages from '#locales/ru/search.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/notice.tsx';
import { hasSearchFilters, type SearchState, searchPath } from './search-path.ts';

type Props = {
  state: SearchState;
  counts: Record<SearchTab, number>;
  labels: Record<SearchTab, string>;
  describeCount: (count: number) => string;
};

const language = [
  [searchMessages.languagePhraseExample, searchMessages.languagePhrase],
  [searchMessages.languageMinusExample, searchMessages.languageMinus],
  [searchMessages.languageAuthorExample, searchMessages.languageAuthor],
  [searchMessages.languageCategoryExample, searchMessages.languageCategory],
  [searchMessages.languagePeriodExample, searchMessages.languagePeriod],
] as const;

const maxShown = 80;

/** Shown when a tab has no results: where there are some, what to change, and how to ask. */
export function SearchEmpty({ state, counts, labels, describeCount }: Props) {
  const others = searchTabs.filter((tab) => tab !== state.tab && counts[tab] > 0);
  const isFiltered = hasSearchFilters(state);
  const title =
    others.length > 0
      ? searchMessages.emptyTab
      : interpolate(searchMessages.empty, { query: shorten(state.search, maxShown) });
  const hint = isFiltered ? searchMessages.hintFilters : searchMessages.hintSpelling;
  return (
    <>
      <EmptyState
        title={<span className="wrap-anywhere">{title}</span>}
        text={others.length > 0 ? searchMessages.elsewhere : hint}
      >
        {others.map((tab) => (
          <ButtonLink key={tab} to={searchPath({ ...state, tab, page: 1 })} variant="secondary">
            {labels[tab]}: {describeCount(counts[tab])}
          </ButtonLink>
        ))}
        {isFiltered && (
          <ButtonLink to={searchPath({ search: state.search, tab: state.tab })} variant="secondary">
            {searchMessages.withoutFilters}
          </ButtonLink>
        )}
        {others.length === 0 && (
          <ButtonLink to="/posts" variant="secondary">
            {searchMessages.allPosts}
          </ButtonLink>
        )}
      </EmptyState>
      <section className="mx-auto max-w-form border-t border-rule pt-6 text-sm">
        <h2 className="text-lg">{searchMessages.language}</h2>
        <dl className="mt-3 grid gap-x-6 gap-y-2 sm:grid-cols-[auto_1fr]">
          {language.map(([example, meaning]) => (
            <div key={example} className="contents">
              <dt className="font-medium">{example}</dt>
              <dd className="mb-1 text-soft sm:mb-0">{meaning}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  );
}
