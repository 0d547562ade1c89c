import PanelRight from 'lucide-react/icons/panel-right';
import type { ReactNode } from 'react';
import { interpolate } from '#locales/interpolate.ts';
import * as moderationMessages from '#locales/ru/moderation.ts';
import { IconButton } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import type { RowTools } from './moderated-list.tsx';

type RowProps = {
  tools: RowTools;
  /** The name of the item for screen readers. */
  name: string;
  /** The button that hides or restores the item. */
  control: ReactNode;
  children: ReactNode;
};

/** A compact row: a checkbox, the item, and its buttons. */
export function ModeratedRow({ tools, name, control, children }: RowProps) {
  return (
    <article
      className={classNames(
        'flex items-start gap-x-3 py-2',
        tools.isPreviewed && 'bg-sunk shadow-[0_0_0_0.5rem_var(--sunk)]',
      )}
    >
      <label className="-m-2 cursor-pointer p-2 pointer-coarse:p-3">
        <input
          type="checkbox"
          aria-label={interpolate(moderationMessages.select, { name })}
          checked={tools.isSelected}
          onChange={({ currentTarget }) => tools.onSelect(currentTarget.checked)}
          className="block size-5 accent-accent"
        />
      </label>
      <div className="flex min-w-0 flex-1 flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="min-w-0 flex-1 basis-60">{children}</div>
        <div className="flex items-center gap-1">
          <IconButton
            label={interpolate(moderationMessages.previewOf, { name })}
            aria-pressed={tools.isPreviewed}
            onClick={tools.onPreview}
          >
            <PanelRight aria-hidden className="size-4" />
          </IconButton>
          {control}
        </div>
      </div>
    </article>
  );
}
