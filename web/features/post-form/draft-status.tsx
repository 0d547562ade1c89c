import { clockTime } from '#text/format.ts';
import { t } from '#text/index.ts';
import { classNames } from '#web/ui/class-names.ts';
import type { SaveProblem } from './autosave.ts';
import type { DraftState } from './draft.ts';
import type { Uploading } from './post-form-sections.tsx';

const problems: Record<SaveProblem, string> = {
  offline: t('postDrafts.offline'),
  server: t('postDrafts.server'),
  refused: t('postDrafts.refused'),
  session: t('postDrafts.session'),
};

const uploadWords: Partial<Record<Uploading, { text: string; isTrouble: boolean }>> = {
  running: { text: t('postDrafts.uploading'), isTrouble: false },
  failed: { text: t('postDrafts.uploadFailed'), isTrouble: true },
};

/** The save status of the text. Only problems are announced to screen readers, because saves occur every few seconds. */
export function DraftStatus({ state, uploading }: { state: DraftState | null; uploading: Uploading }) {
  const saved = state ? wordsOf(state) : { text: '', isTrouble: false };
  // The list of uploads is below the text, out of view on a phone.
  const { text, isTrouble } = saved.isTrouble ? saved : (uploadWords[uploading] ?? saved);
  return (
    <>
      <p className={classNames('tabular-nums', isTrouble ? 'text-danger' : 'text-muted')}>{text}</p>
      <p role="status" className="sr-only">
        {isTrouble ? text : ''}
      </p>
    </>
  );
}

function wordsOf(state: DraftState): { text: string; isTrouble: boolean } {
  const { isSaving, savedAt, problem, isConflict, isDeviceFull } = state;
  if ((problem || isConflict) && isDeviceFull) return { text: t('postDrafts.nowhere'), isTrouble: true };
  if (isConflict) return { text: t('postDrafts.waiting'), isTrouble: true };
  if (problem) return { text: problems[problem], isTrouble: true };
  if (isSaving) return { text: t('postDrafts.saving'), isTrouble: false };
  if (savedAt === null) return { text: '', isTrouble: false };
  const time = clockTime(savedAt);
  return isDeviceFull
    ? { text: t('postDrafts.savedWithoutCopy', { time }), isTrouble: true }
    : { text: t('postDrafts.saved', { time }), isTrouble: false };
}
