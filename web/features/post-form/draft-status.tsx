import { clockTime } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as postDraftsMessages from '#locales/ru/post-drafts.ts';
import { classNames } from '#web/ui/class-names.ts';
import type { SaveProblem } from './autosave.ts';
import type { DraftState } from './draft.ts';
import type { UploadStatus } from './post-form-sections.tsx';

const problemMessages: Record<SaveProblem, string> = {
  offline: postDraftsMessages.offline,
  server: postDraftsMessages.server,
  refused: postDraftsMessages.refused,
  session: postDraftsMessages.session,
};

const uploadMessages: Partial<Record<UploadStatus, { text: string; isProblem: boolean }>> = {
  running: { text: postDraftsMessages.uploading, isProblem: false },
  failed: { text: postDraftsMessages.uploadFailed, isProblem: true },
};

/** The save status of the text. Only problems are announced to screen readers, because saves occur every few seconds. */
export function DraftStatus({
  state,
  uploadStatus,
}: {
  state: DraftState | null;
  uploadStatus: UploadStatus;
}) {
  const saved = state ? describeState(state) : { text: '', isProblem: false };
  // The list of uploads is below the text, out of view on a phone.
  const { text, isProblem } = saved.isProblem ? saved : (uploadMessages[uploadStatus] ?? saved);
  return (
    <>
      <p className={classNames('tabular-nums', isProblem ? 'text-danger' : 'text-muted')}>{text}</p>
      <p role="status" className="sr-only">
        {isProblem ? text : ''}
      </p>
    </>
  );
}

function describeState(state: DraftState): { text: string; isProblem: boolean } {
  const { isSaving, savedAt, problem, isConflict, isStorageFull } = state;
  if ((problem || isConflict) && isStorageFull) return { text: postDraftsMessages.nowhere, isProblem: true };
  if (isConflict) return { text: postDraftsMessages.waiting, isProblem: true };
  if (problem) return { text: problemMessages[problem], isProblem: true };
  if (isSaving) return { text: postDraftsMessages.saving, isProblem: false };
  if (savedAt === null) return { text: '', isProblem: false };
  const time = clockTime(savedAt);
  return isStorageFull
    ? { text: interpolate(postDraftsMessages.savedWithoutCopy, { time }), isProblem: true }
    : { text: interpolate(postDraftsMessages.saved, { time }), isProblem: false };
}
