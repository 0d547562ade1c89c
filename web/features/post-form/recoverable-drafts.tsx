import { type ReactNode, useState } from 'react';
import { dateAndTime } from '#text/format.ts';
import { t } from '#text/index.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import type { UnsavedText } from './unsaved-texts.ts';

type DraftsProps = {
  drafts: readonly UnsavedText[];
  /** Renders the control that continues a draft. */
  renderContinue: (draft: UnsavedText, title: string) => ReactNode;
  onRemove: (draft: UnsavedText) => void;
};

/** A list of automatically saved drafts, to continue or to delete after a confirmation. */
export function RecoverableDrafts({ drafts, renderContinue, onRemove }: DraftsProps) {
  const [doomed, setDoomed] = useState<UnsavedText | null>(null);
  return (
    <>
      <ul className="flex flex-col gap-3">
        {drafts.map((draft) => (
          <Row key={`${draft.key} ${draft.at}`} draft={draft} onRemove={() => setDoomed(draft)}>
            {renderContinue(draft, titleOf(draft))}
          </Row>
        ))}
      </ul>
      <ConfirmDialog
        open={doomed !== null}
        onOpenChange={(open) => !open && setDoomed(null)}
        title={t('postDrafts.removeTitle')}
        description={t('postDrafts.removeText', { title: titleOf(doomed) })}
        confirmLabel={t('postDrafts.remove')}
        cancelLabel={t('postDrafts.keep')}
        danger
        onConfirm={() => {
          if (doomed) onRemove(doomed);
          setDoomed(null);
        }}
      />
    </>
  );
}

type RowProps = { draft: UnsavedText; onRemove: () => void; children: ReactNode };

function Row({ draft, onRemove, children }: RowProps) {
  const title = titleOf(draft);
  const date = dateAndTime(draft.at);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-sm border-l-4 border-rule-strong bg-sunk px-4 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="text-sm">
          {t(draft.isOnServer ? 'postDrafts.found' : 'postDrafts.foundOnDevice', { date })}
        </p>
        <p className="truncate font-medium">{title}</p>
      </div>
      <div className="flex gap-3">
        {children}
        <Button
          size="sm"
          variant="secondary"
          aria-label={t('postDrafts.removeName', { title })}
          onClick={onRemove}
        >
          {t('postDrafts.remove')}
        </Button>
      </div>
    </li>
  );
}

const titleOf = (draft: UnsavedText | null): string => draft?.title.trim() || t('postDrafts.untitled');
