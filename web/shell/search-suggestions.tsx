import { type RefObject, useEffect, useId, useReducer, useState } from 'react';
import { useNavigate } from 'react-router';
import { interpolate } from '#locales/interpolate.ts';
import * as searchMessages from '#locales/ru/search.ts';
import { classNames } from '#web/ui/class-names.ts';
import { MarkedText } from '#web/ui/marked-text.tsx';
import { forgetRecentSearches } from './forget-recent-searches.ts';
import { addRecentSearch, readRecentSearches } from './recent-searches.ts';
import { type SuggestionGroup, type SuggestionOption, toSuggestionGroups } from './suggestion-options.ts';
import { useSuggestions } from './use-suggestions.ts';

export { addRecentSearch };

/**
 * The suggestions below the search box, which is their combobox (ARIA Authoring Practices, «Combobox with list
 * autocomplete»). The box exists before this code, so its listeners and attributes are added to the element.
 */
export function SearchSuggestions({ input }: { input: RefObject<HTMLInputElement | null> }) {
  const id = useId();
  const navigate = useNavigate();
  const [typed, setTyped] = useState(() => input.current?.value ?? '');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [, refresh] = useReducer((count: number) => count + 1, 0);
  const found = useSuggestions(isOpen ? typed : '');
  const groups = isOpen ? toSuggestionGroups(typed, readRecentSearches(), found) : [];
  const options = groups.flatMap((group) => group.options);
  const isShown = options.length > 0;

  function choose({ path, search }: SuggestionOption) {
    setActive(-1);
    if (path === undefined) {
      forgetRecentSearches();
      refresh();
      return;
    }
    setOpen(false);
    if (search !== undefined) addRecentSearch(search);
    void navigate(path, { viewTransition: true });
  }

  function show() {
    setTyped(input.current?.value ?? '');
    setActive(-1);
    setOpen(true);
  }

  /** The option that a key moves to; before the first and after the last one stands the text itself. */
  function move(step: 1 | -1) {
    if (!isShown) return show();
    setActive((index) => ((index + 1 + step + options.length + 1) % (options.length + 1)) - 1);
  }

  function press(event: KeyboardEvent) {
    if (event.isComposing) return;
    const chosen = options[active];
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter' && isShown && chosen) choose(chosen);
    else if (event.key === 'Escape' && isShown) setOpen(false);
    else {
      if (event.key === 'Enter') setOpen(false);
      return;
    }
    event.preventDefault();
    // The panel of the header closes with the same key.
    event.stopPropagation();
  }

  useEffect(() => {
    // The reader may have typed while this code loaded.
    setTyped(input.current?.value ?? '');
    setOpen(document.activeElement === input.current);
  }, [input]);
  useEffect(() => {
    const box = input.current;
    if (!box) return;
    const hide = () => setOpen(false);
    const listeners = { input: show, focus: show, click: show, blur: hide, keydown: press };
    const all = Object.entries(listeners) as [keyof HTMLElementEventMap, EventListener][];
    for (const [type, listener] of all) box.addEventListener(type, listener);
    return () => {
      for (const [type, listener] of all) box.removeEventListener(type, listener);
    };
  });
  useEffect(() => {
    const box = input.current;
    if (!box) return;
    box.setAttribute('aria-expanded', String(isShown));
    setOrRemove(box, 'aria-controls', isShown ? id : undefined);
    setOrRemove(box, 'aria-activedescendant', isShown && active >= 0 ? `${id}-${active}` : undefined);
    if (isShown) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [input, id, isShown, active]);

  return (
    <>
      <p role="status" className="sr-only">
        {isShown && interpolate(searchMessages.suggestionsCount, { count: options.length })}
      </p>
      {isShown && (
        <div
          id={id}
          role="listbox"
          tabIndex={-1}
          aria-label={searchMessages.suggestions}
          // The focus stays in the box.
          onMouseDown={(event) => event.preventDefault()}
          className="absolute top-full right-0 z-50 mt-1 max-h-[min(32rem,calc(100dvh-9rem))] w-full overflow-y-auto overscroll-contain rounded-md border border-rule bg-raised py-1 shadow-popup lg:w-104"
        >
          {groups.map((group) => (
            <Group
              key={group.key}
              id={id}
              group={group}
              first={options.indexOf(group.options[0] as SuggestionOption)}
              active={active}
              onChoose={choose}
            />
          ))}
        </div>
      )}
    </>
  );
}

function setOrRemove(element: HTMLElement, name: string, value: string | undefined) {
  if (value === undefined) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

type GroupProps = {
  id: string;
  group: SuggestionGroup;
  /** The index of its first option among all options. */
  first: number;
  active: number;
  onChoose: (option: SuggestionOption) => void;
};

function Group({ id, group: { key, label, options }, first, active, onChoose }: GroupProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of options
    <div
      role="group"
      aria-label={label}
      className={classNames('py-1', key === 'all' && 'mt-1 border-t border-rule')}
    >
      {label && (
        <p aria-hidden className="px-3 pt-1 pb-1 text-xs font-medium text-muted">
          {label}
        </p>
      )}
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the combobox
        <div
          key={option.key}
          id={`${id}-${first + index}`}
          role="option"
          tabIndex={-1}
          aria-selected={first + index === active}
          onClick={() => onChoose(option)}
          className={classNames(
            'flex min-h-9 cursor-pointer items-center px-3 py-1.5 text-sm hover:bg-sunk aria-selected:bg-sunk aria-selected:shadow-[inset_3px_0_0_var(--accent)] pointer-coarse:min-h-11',
            option.path === undefined && 'text-muted',
          )}
        >
          <span className="line-clamp-2 wrap-anywhere">
            <MarkedText parts={option.parts} />
          </span>
        </div>
      ))}
    </div>
  );
}
