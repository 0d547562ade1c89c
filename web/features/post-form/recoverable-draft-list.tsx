import { type ReactNode, useState } from 'react';
import { dateAndTime } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as postDraftsMessages from '#locales/ru/post-drafts.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import type { RecoverableDraft } from './find-recoverable-drafts.ts';

type DraftsProps = {
  drafts: readonly RecoverableDraft[];
  /** Renders the control that continues a draft. */
  renderContinue: (draft: RecoverableDraft, title: string) => ReactNode;
  onRemove: (draft: RecoverableDraft) => void;
};

/** A list of automatically saved drafts, to continue or to delete after a confirmation. */
export function RecoverableDraftList({ drafts, renderContinue, onRemove }: DraftsProps) {
  const removal = useDraftRemoval(onRemove);
  return (
    <>
      <ul className="flex flex-col gap-3">
        {drafts.map((draft) => (
          <Row key={`${draft.key} ${draft.at}`} draft={draft} onRemove={() => removal.ask(draft)}>
            {renderContinue(draft, titleOf(draft))}
          </Row>
        ))}
      </ul>
      {removal.dialog}
    </>
  );
}

/** Deletes a draft after a confirmation. */
export function useDraftRemoval(onRemove: (draft: RecoverableDraft) => void) {
  const [draftToRemove, setDraftToRemove] = useState<RecoverableDraft | null>(null);
  const dialog = (
    <ConfirmDialog
      open={draftToRemove !== null}
      onOpenChange={(open) => !open && setDraftToRemove(null)}
      title={postDraftsMessages.removeTitle}
      description={interpolate(postDraftsMessages.removeText, { title: titleOf(draftToRemove) })}
      confirmLabel={postDraftsMessages.remove}
      cancelLabel={postDraftsMessages.keep}
      danger
      onConfirm={() => {
        if (draftToRemove) onRemove(draftToRemove);
        setDraftToRemove(null);
      }}
    />
  );
  return { ask: setDraftToRemove, dialog };
}

type RowProps = { draft: RecoverableDraft; onRemove: () => void; children: ReactNode };

function Row({ draft, onRemove, children }: RowProps) {
  const title = titleOf(draft);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-sm border-l-4 border-rule-strong bg-sunk px-4 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="text-sm">{savedAt(draft, dateAndTime(draft.at))}</p>
        <p className="truncate font-medium">{title}</p>
      </div>
      <div className="flex gap-3">
        {children}
        <Button
          size="sm"
          variant="secondary"
          aria-label={interpolate(postDraftsMessages.removeName, { title })}
          onClick={onRemove}
        >
          {postDraftsMessages.remove}
        </Button>
      </div>
    </li>
  );
}

/** Where and when a draft was saved. */
export const savedAt = ({ isOnServer }: RecoverableDraft, date: string): string =>
  interpolate(isOnServer ? postDraftsMessages.found : postDraftsMessages.foundOnDevice, { date });

export const titleOf = (draft: RecoverableDraft | null): string =>
  draft?.title.trim() || postDraftsMessages.untitled;
