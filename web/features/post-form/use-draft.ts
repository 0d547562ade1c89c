import { useEffect, useRef, useState } from 'react';
import * as postDraftsMessages from '#locales/ru/post-drafts.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { ApiError } from '#web/api/client.ts';
import { createIdempotencyKey } from '#web/api/idempotency-key.ts';
import { useUser } from '#web/api/use-session.ts';
import { localDraftStore } from '#web/forms/local-draft-store.ts';
import { notify } from '#web/ui/notify.ts';
import { createDraft, type Draft, type DraftState } from './draft.ts';
import { createDraftKey, type DraftContent } from './draft-content.ts';
import { findRecoverableDrafts, type RecoverableDraft } from './find-recoverable-drafts.ts';
import { uploadCover } from './upload-picture.ts';
import type { PostFormControl } from './use-post-form.ts';

export type DraftControl = {
  draft: Draft;
  /** Null until the first change. */
  state: DraftState | null;
  /** Drafts of earlier visits that can be restored. */
  recoverableDrafts: readonly RecoverableDraft[];
  restore: (recoverableDraft: RecoverableDraft) => Promise<void>;
  remove: (recoverableDraft: RecoverableDraft) => Promise<void>;
};

type DraftStart = { key: string; version: number | null; initialContent: DraftContent };

/**
 * Saves the form automatically and lists the recoverable drafts. Restores the draft with the key `requestedKey` at once.
 * Only inside `RequireUser`.
 */
export function useDraft(
  control: PostFormControl,
  post: { id: number } | null,
  requestedKey: string | null = null,
): DraftControl {
  // The stored draft keeps its account when another user logs in over the form.
  const user = useUser();
  const [accountId] = useState(user?.id ?? 0);
  const [state, setState] = useState<DraftState | null>(null);
  const current = useRef<Draft | null>(null);
  const [draft, setDraft] = useState(() =>
    openDraft({
      key: createDraftKey(post?.id ?? null, createIdempotencyKey),
      version: null,
      initialContent: control.initialContent,
    }),
  );
  current.current ??= draft;
  const { recoverableDrafts, removeFromList } = useRecoverableDrafts(accountId, post);
  useChanges(control, current);
  useFlushTriggers(current);
  useRequestedDraft(requestedKey, recoverableDrafts, restore);

  function openDraft({ key, version, initialContent }: DraftStart): Draft {
    const opened: Draft = createDraft({
      ...{ api: getBrowserClient().api, localDraftStore, accountId, key, version, initialContent },
      writer: createIdempotencyKey(),
      uploadCover,
      now: Date.now,
      schedule(work, delayMs) {
        const timer = setTimeout(work, delayMs);
        return () => clearTimeout(timer);
      },
      onState: (next) => opened === current.current && setState(next),
    });
    return opened;
  }

  async function restore(recoverableDraft: RecoverableDraft): Promise<void> {
    const text = await recoverableDraft.load().catch(ignoreApiError);
    if (!text) return;
    void current.current?.flush();
    const restored = openDraft({
      key: recoverableDraft.key,
      version: recoverableDraft.version,
      initialContent: control.initialContent,
    });
    current.current = restored;
    setState(null);
    setDraft(restored);
    control.reset(text);
    // The list entry is removed together with the focus.
    control.form.setFocus('title');
    restored.change(text);
    removeFromList(recoverableDraft);
    await restored.flush();
    if (!restored.isUnsaved()) await recoverableDraft.forgetLocal();
  }

  return {
    draft,
    state,
    recoverableDrafts: recoverableDrafts ?? [],
    restore,
    async remove(recoverableDraft) {
      if ((await recoverableDraft.remove().then(() => true, ignoreApiError)) !== true) return;
      removeFromList(recoverableDraft);
      control.form.setFocus('title');
    },
  };
}

/** Ignores an API error, which a toast has shown. */
function ignoreApiError(error: unknown): undefined {
  if (!(error instanceof ApiError)) throw error;
}

function useRecoverableDrafts(accountId: number, post: { id: number } | null) {
  const [recoverableDrafts, setRecoverableDrafts] = useState<readonly RecoverableDraft[] | null>(null);
  const [search] = useState({ post });
  useEffect(() => {
    let isActive = true;
    const { api, silentApi } = getBrowserClient();
    void findRecoverableDrafts({ api, silentApi, localDraftStore, accountId }, search).then(
      (found) => isActive && setRecoverableDrafts(found),
    );
    return () => {
      isActive = false;
    };
  }, [accountId, search]);
  const removeFromList = (recoverableDraft: RecoverableDraft) =>
    setRecoverableDrafts((before) => before?.filter((other) => other !== recoverableDraft) ?? null);
  return { recoverableDrafts, removeFromList };
}

/** Restores the requested draft after the recoverable drafts have loaded. */
function useRequestedDraft(
  requestedKey: string | null,
  recoverableDrafts: readonly RecoverableDraft[] | null,
  restore: (recoverableDraft: RecoverableDraft) => Promise<void>,
): void {
  const isRestored = useRef(false);
  useEffect(() => {
    if (requestedKey === null || recoverableDrafts === null || isRestored.current) return;
    isRestored.current = true;
    const recoverableDraft = recoverableDrafts.find(({ key }) => key === requestedKey);
    if (recoverableDraft) void restore(recoverableDraft);
    else notify('error', postDraftsMessages.gone);
  }, [requestedKey, recoverableDrafts, restore]);
}

type Current = { readonly current: Draft | null };

function useChanges({ form, picture, read }: PostFormControl, current: Current): void {
  const readNow = useRef(read);
  readNow.current = read;
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: () => current.current?.change(readNow.current()),
      }),
    [form, current],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: another image is a change too
  useEffect(() => current.current?.change(readNow.current()), [picture, current]);
}

/** Flushes at once when the network or the session is back, and when the page becomes hidden. */
function useFlushTriggers(current: Current): void {
  useEffect(() => {
    const { session } = getBrowserClient();
    const flush = () => void current.current?.flush();
    const onVisibility = () => document.visibilityState === 'hidden' && flush();
    const unsubscribeSession = session.subscribe(() => session.getState().status === 'user' && flush());
    window.addEventListener('online', flush);
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      unsubscribeSession();
      window.removeEventListener('online', flush);
      document.removeEventListener('visibilitychange', onVisibility);
      flush();
    };
  }, [current]);
}
