import PanelRight from 'lucide-react/icons/panel-right';
import { type ReactNode, useEffect, useRef } from 'react';
import { interpolate } from '#locales/interpolate.ts';
import * as moderationMessages from '#locales/ru/moderation.ts';
import { IconButton } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import type { RowTools } from './moderated-list.tsx';

type RowProps = {
  tools: RowTools;
  /** The name of the item for screen readers. */
  name: string;
  /** The first lines of the row. */
  heading: ReactNode;
  /** The buttons that change the item. */
  control: ReactNode;
  /** Below everything else. */
  notes: ReactNode;
  children: ReactNode;
};

/** A compact row: a checkbox, the item, and its buttons, which stand beside the heading or, on a phone, below it. */
export function ModeratedRow({ tools, name, heading, control, notes, children }: RowProps) {
  const row = useRef<HTMLElement>(null);
  const { isPreviewed } = tools;
  useEffect(() => {
    // The preview of a small screen may cover the row.
    if (isPreviewed) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isPreviewed]);
  return (
    <article
      ref={row}
      className={classNames(
        'flex items-start gap-x-3 py-2 max-lg:scroll-mb-[67dvh]',
        isPreviewed && 'bg-sunk shadow-[0_0_0_0.5rem_var(--sunk)]',
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
      <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4">
        <div className="max-sm:col-span-2">{heading}</div>
        <div className="col-start-1 row-start-2">{children}</div>
        <div className="col-start-2 row-start-2 flex items-center gap-1 sm:row-span-2 sm:row-start-1">
          <IconButton
            label={interpolate(moderationMessages.previewOf, { name })}
            aria-pressed={isPreviewed}
            onClick={tools.onPreview}
          >
            <PanelRight aria-hidden className="size-4" />
          </IconButton>
          {control}
        </div>
        <div className="col-span-2">{notes}</div>
      </div>
    </article>
  );
}
