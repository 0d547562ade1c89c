import RotateCw from 'lucide-react/icons/rotate-cw';
import X from 'lucide-react/icons/x';
import { countOf } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as editorMessages from '#locales/ru/editor.ts';
import { nouns } from '#locales/ru/nouns.ts';
import { IconButton } from '#web/ui/button.tsx';
import { type PastedPictures, pastedStatusOf } from './use-pasted-pictures.ts';

/** How far the pictures of a pasted text are, or how many have not come along. */
export function PastedPictureRow({
  pictures,
  onRetry,
  onDismiss,
}: {
  pictures: PastedPictures;
  onRetry: () => void;
  onDismiss: () => void;
}) {
  const { total, done, failed, lost, reason } = pictures;
  const status = pastedStatusOf(pictures);
  const missing = failed.length + lost;
  if (status === 'idle' && lost === 0) return null;
  return (
    <div className="flex min-h-11 items-center gap-2 border-t border-rule bg-sunk px-3 py-1 text-sm">
      {status === 'running' ? (
        <span className="flex min-w-0 flex-1 flex-col gap-1">
          <span>{interpolate(editorMessages.pastedPictures, { done, total })}</span>
          <progress
            aria-label={editorMessages.uploads}
            max={total}
            value={done + failed.length}
            className="editor-progress"
          />
        </span>
      ) : (
        <span role="alert" className="min-w-0 flex-1 text-danger">
          {interpolate(editorMessages.picturesMissing, {
            pictures: countOf(missing, nouns.missingPicture),
            reason: reason || editorMessages.picturesNotCopied,
          })}
        </span>
      )}
      {status === 'failed' && (
        <IconButton label={editorMessages.picturesRetry} onClick={onRetry} className="hover:bg-raised">
          <RotateCw aria-hidden className="size-4" />
        </IconButton>
      )}
      <IconButton label={editorMessages.picturesDismiss} onClick={onDismiss} className="hover:bg-raised">
        <X aria-hidden className="size-4" />
      </IconButton>
    </div>
  );
}
