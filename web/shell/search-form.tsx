import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { type FormEvent, lazy, useEffect, useId, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { searchMaxLength } from '#contract/query.ts';
import * as shellMessages from '#locales/ru/shell.ts';
import { LazyBoundary } from '#web/ui/lazy-boundary.tsx';

const loadSuggestions = () => import('./search-suggestions.tsx');
const SearchSuggestions = lazy(() =>
  loadSuggestions().then((module) => ({ default: module.SearchSuggestions })),
);

/**
 * The search box of the header: a GET form, so that it works without scripts. It shows the search of the current page;
 * an empty search is not submitted. Its suggestions load when it gets the focus.
 */
export function SearchForm({ autoFocus = false }: { autoFocus?: boolean }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isUsed, setUsed] = useState(false);
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const current = pathname === '/posts' ? (new URLSearchParams(search).get('search') ?? '') : '';

  const lastSearch = useRef(current);
  useEffect(() => {
    // Keeps text that was typed before hydration.
    if (input.current && lastSearch.current !== current) input.current.value = current;
    lastSearch.current = current;
  }, [current]);
  useEffect(() => {
    if (autoFocus) input.current?.focus();
    // Also for a box that had the focus before hydration.
    if (document.activeElement === input.current) setUsed(true);
  }, [autoFocus]);

  const use = () => setUsed(true);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!input.current) return;
    const query = input.current.value.trim();
    input.current.value = query;
    if (query === '') return;
    // A search works without its history.
    loadSuggestions().then(
      ({ addRecentSearch }) => addRecentSearch(query),
      () => undefined,
    );
    // Suggestions that are still loading would cover the results.
    setUsed(false);
    void navigate(`/posts?${new URLSearchParams({ search: query })}`, { viewTransition: true });
  }

  function clear() {
    if (!input.current) return;
    input.current.value = '';
    input.current.focus();
  }

  return (
    <search className="w-full">
      <form action="/posts" onSubmit={submit} className="relative w-full">
        <label htmlFor={id} className="sr-only">
          {shellMessages.search}
        </label>
        <button
          type="submit"
          aria-label={shellMessages.searchSubmit}
          className="absolute top-0 left-0 flex h-full w-10 items-center justify-center rounded-md text-muted hover:text-ink"
        >
          <Search aria-hidden className="size-4" />
        </button>
        <input
          ref={input}
          id={id}
          name="search"
          type="search"
          role="combobox"
          aria-expanded={false}
          aria-autocomplete="list"
          onFocus={use}
          onInput={use}
          onClick={use}
          defaultValue={current}
          placeholder={shellMessages.searchPlaceholder}
          maxLength={searchMaxLength}
          autoComplete="off"
          enterKeyHint="search"
          className="peer h-10 w-full rounded-md border border-rule-strong bg-raised pr-10 pl-10 text-sm text-ink placeholder:text-muted hover:border-ink focus-visible:border-accent focus-visible:outline-offset-0 pointer-coarse:h-11 pointer-coarse:text-base"
        />
        <button
          type="button"
          onClick={clear}
          aria-label={shellMessages.searchClear}
          className="needs-script absolute top-0 right-0 flex h-full w-10 items-center justify-center rounded-md text-muted peer-placeholder-shown:hidden hover:text-ink"
        >
          <X aria-hidden className="size-4" />
        </button>
        {isUsed && (
          <LazyBoundary>
            <SearchSuggestions input={input} />
          </LazyBoundary>
        )}
      </form>
    </search>
  );
}
