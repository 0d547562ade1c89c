import { useState } from 'react';
import type { RuleId } from '#contract/rules.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as moderationMessages from '#locales/ru/moderation.ts';
import { ApiError } from '#web/api/error.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { notify } from '#web/ui/notify.ts';
import { ReasonDialog } from './reason-dialog.tsx';

export type BulkActions = {
  hide: (id: number, reason: string, rule: RuleId) => Promise<unknown>;
  restore: (id: number) => Promise<unknown>;
  /** The title of the dialog that asks for the reason, and what the reason is for. */
  title: string;
  reasonHint: string;
};

type BulkBarProps = {
  ids: readonly number[];
  selected: ReadonlySet<number>;
  onSelect: (ids: Iterable<number>) => void;
  /** All items of a list are either visible or hidden. */
  areHidden: boolean;
  actions: BulkActions;
  onDone: () => void;
};

/** Selects all items of a page, and hides or restores the selected ones. */
export function BulkBar({ ids, selected, onSelect, areHidden, actions, onDone }: BulkBarProps) {
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const count = selected.size;

  /** One after the other: each is a transaction of its own, and the rest continue after a refusal. */
  async function execute(send: (id: number) => Promise<unknown>): Promise<void> {
    setBusy(true);
    let done = 0;
    for (const id of selected) {
      try {
        await send(id);
        done += 1;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
      }
    }
    setBusy(false);
    setOpen(false);
    onSelect([]);
    if (done > 0)
      notify(
        'success',
        interpolate(areHidden ? moderationMessages.manyRestored : moderationMessages.manyHidden, {
          done: String(done),
          count: String(count),
        }),
      );
    onDone();
  }

  return (
    <div className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 py-2">
      <Checkbox
        checked={count > 0 && count === ids.length}
        onChange={({ currentTarget }) => onSelect(currentTarget.checked ? ids : [])}
      >
        {moderationMessages.selectAll}
      </Checkbox>
      {count > 0 && (
        <>
          <p role="status" className="text-sm font-medium tabular-nums">
            {interpolate(moderationMessages.selected, { count: String(count) })}
          </p>
          {areHidden ? (
            <Button size="sm" busy={isBusy} onClick={() => void execute(actions.restore)}>
              {moderationMessages.restoreSelected}
            </Button>
          ) : (
            <Button size="sm" variant="danger" busy={isBusy} onClick={() => setOpen(true)}>
              {moderationMessages.hideSelected}
            </Button>
          )}
          <Button size="sm" variant="quiet" onClick={() => onSelect([])}>
            {moderationMessages.clearSelection}
          </Button>
        </>
      )}
      <ReasonDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={actions.title}
        description={interpolate(moderationMessages.selected, { count: String(count) })}
        confirmLabel={moderationMessages.hide}
        reasonHint={actions.reasonHint}
        busy={isBusy}
        withRule
        onConfirm={(reason, rule) => void execute((id) => actions.hide(id, reason, rule))}
      />
    </div>
  );
}
