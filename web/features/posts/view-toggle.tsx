import LayoutGrid from 'lucide-react/icons/layout-grid';
import List from 'lucide-react/icons/list';
import { useRef } from 'react';
import * as postListMessages from '#locales/ru/post-list.ts';
import { classNames } from '#web/ui/class-names.ts';
import { useInputBeforeHydration } from '#web/ui/use-input-before-hydration.ts';
import type { View } from './use-view.ts';

const views = [
  { value: 'grid', label: postListMessages.viewGrid, Icon: LayoutGrid },
  { value: 'list', label: postListMessages.viewList, Icon: List },
] as const;

/** «Вид:» grid or list. */
export function ViewToggle({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  const group = useRef<HTMLFieldSetElement>(null);
  useInputBeforeHydration(group, ({ value }) => onChange(value as View));
  return (
    <fieldset ref={group} className="needs-script flex items-center gap-1">
      <legend className="sr-only">{postListMessages.view}</legend>
      {views.map(({ value, label, Icon }) => (
        <label
          key={value}
          title={label}
          className={classNames(
            'inline-flex size-10 cursor-pointer items-center justify-center rounded-md text-muted hover:bg-sunk hover:text-ink pointer-coarse:size-11',
            'has-checked:bg-sunk has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent',
          )}
        >
          <input
            type="radio"
            name="view"
            value={value}
            checked={view === value}
            autoComplete="off"
            onChange={() => onChange(value)}
            className="sr-only"
          />
          <span className="sr-only">{label}</span>
          <Icon aria-hidden className="size-5" />
        </label>
      ))}
    </fieldset>
  );
}
