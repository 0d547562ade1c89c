import RotateCw from 'lucide-react/icons/rotate-cw';
import X from 'lucide-react/icons/x';
import { interpolate } from '#locales/interpolate.ts';
import * as editorMessages from '#locales/ru/editor.ts';
import { IconButton } from '#web/ui/button.tsx';
import type { Upload } from './use-uploads.ts';

const whole = 100;

/** The running and failed uploads, with buttons to cancel, retry or dismiss each. */
export function UploadList({
  uploads,
  onRetry,
  onRemove,
}: {
  uploads: readonly Upload[];
  onRetry: (upload: Upload) => void;
  onRemove: (upload: Upload) => void;
}) {
  if (uploads.length === 0) return null;
  return (
    <ul aria-label={editorMessages.uploads} className="border-t border-rule bg-sunk px-3 py-1">
      {uploads.map((upload) => (
        <li key={upload.id} className="flex min-h-11 items-center gap-2 text-sm">
          {upload.problem === null ? <Running upload={upload} /> : <Failed upload={upload} />}
          {upload.problem !== null && upload.canRetry && (
            <IconButton
              label={interpolate(editorMessages.uploadRetry, { name: upload.file.name })}
              onClick={() => onRetry(upload)}
              className="hover:bg-raised"
            >
              <RotateCw aria-hidden className="size-4" />
            </IconButton>
          )}
          <IconButton
            label={interpolate(
              upload.problem === null ? editorMessages.uploadCancel : editorMessages.uploadDismiss,
              {
                name: upload.file.name,
              },
            )}
            onClick={() => onRemove(upload)}
            className="hover:bg-raised"
          >
            <X aria-hidden className="size-4" />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}

function Running({ upload: { file, fraction, isQueued: isWaiting } }: { upload: Upload }) {
  const percent = Math.floor(fraction * whole);
  const { name } = file;
  const label = isWaiting
    ? interpolate(editorMessages.uploadWaiting, { name })
    : interpolate(editorMessages.uploading, { name, percent });
  return (
    <span className="flex min-w-0 flex-1 flex-col gap-1">
      <span className="truncate">{label}</span>
      <progress aria-label={name} max={whole} value={percent} className="editor-progress" />
    </span>
  );
}

function Failed({ upload: { file, problem, canRetry } }: { upload: Upload }) {
  return (
    <span role="alert" className="min-w-0 flex-1 text-danger">
      {canRetry
        ? interpolate(editorMessages.uploadFailed, { name: file.name, reason: problem ?? '' })
        : problem}
    </span>
  );
}
