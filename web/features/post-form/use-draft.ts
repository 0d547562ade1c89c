import { useEffect, useRef, useState } from 'react';
import { t } from '#text/index.ts';
import { getBrowser } from '#web/api/browser.ts';
import { ApiError } from '#web/api/client.ts';
import { mirror } from '#web/api/mirror.ts';
import { notify } from '#web/api/notify.ts';
import { newRequestKey } from '#web/api/request-key.ts';
import { useUser } from '#web/api/use-session.ts';
import { createDraft, type Draft, type DraftState } from './draft.ts';
import { type DraftText, draftKeyOf } from './draft-text.ts';
import { findUnsavedTexts, type UnsavedText } from './unsaved-texts.ts';
import { keepCover } from './upload-picture.ts';
import type { PostFormControl } from './use-post-form.ts';

export type DraftControl = {
  draft: Draft;
  /** Null until the first change. */
  state: DraftState | null;
  /** Drafts of earlier visits that can be restored. */
  offers: readonly UnsavedText[];
  restore: (offer: UnsavedText) => Promise<void>;
  remove: (offer: UnsavedText) => Promise<void>;
};

type Begin = { key: string; version: number | null; begin: DraftText };

/**
 * Saves the form automatically and lists the recoverable drafts. Restores the draft with the key `requestedKey` at once.
 * Only inside `RequireUser`.
 */
export function useDraft(
  control: PostFormControl,
  post: { id: number } | null,
  wanted: string | null = null,
): DraftControl {
  // The stored draft keeps its account when another user logs in over the form.
  const user = useUser();
  const [accountId] = useState(user?.id ?? 0);
  const [state, setState] = useState<DraftState | null>(null);
  const current = useRef<Draft | null>(null);
  const [draft, setDraft] = useState(() =>
    open({ key: draftKeyOf(post?.id ?? null, newRequestKey), version: null, begin: control.begin }),
  );
  current.current ??= draft;
  const { offers, drop } = useOffers(accountId, post);
  useChanges(control, current);
  useMoments(current);
  useWanted(wanted, offers, restore);

  function open({ key, version, begin }: Begin): Draft {
    const opened: Draft = createDraft({
      ...{ api: getBrowser().api, mirror, accountId, key, version, begin },
      writer: newRequestKey(),
      keepCover,
      now: Date.now,
      schedule(work, delayMs) {
        const timer = setTimeout(work, delayMs);
        return () => clearTimeout(timer);
      },
      onState: (next) => opened === current.current && setState(next),
    });
    return opened;
  }

  async function restore(offer: UnsavedText): Promise<void> {
    const text = await offer.load().catch(ignoreTold);
    if (!text) return;
    void current.current?.flush();
    const restored = open({ key: offer.key, version: offer.version, begin: control.begin });
    current.current = restored;
    setState(null);
    setDraft(restored);
    control.reset(text);
    // The list entry is removed together with the focus.
    control.form.setFocus('title');
    restored.change(text);
    drop(offer);
    await restored.flush();
    if (!restored.isUnsaved()) await offer.forget();
  }

  return {
    draft,
    state,
    offers: offers ?? [],
    restore,
    async remove(offer) {
      if ((await offer.remove().then(() => true, ignoreTold)) !== true) return;
      drop(offer);
      control.form.setFocus('title');
    },
  };
}

/** Ignores an API error, which a toast has shown. */
function ignoreTold(error: unknown): undefined {
  if (!(error instanceof ApiError)) throw error;
}

function useOffers(accountId: number, post: { id: number } | null) {
  const [offers, setOffers] = useState<readonly UnsavedText[] | null>(null);
  const [search] = useState({ post });
  useEffect(() => {
    let isWanted = true;
    const { api, quietApi } = getBrowser();
    void findUnsavedTexts({ api, quietApi, mirror, accountId }, search).then(
      (found) => isWanted && setOffers(found),
    );
    return () => {
      isWanted = false;
    };
  }, [accountId, search]);
  const drop = (offer: UnsavedText) =>
    setOffers((before) => before?.filter((other) => other !== offer) ?? null);
  return { offers, drop };
}

/** Restores the requested draft after the recoverable drafts have loaded. */
function useWanted(
  wanted: string | null,
  offers: readonly UnsavedText[] | null,
  restore: (offer: UnsavedText) => Promise<void>,
): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (wanted === null || offers === null || isDone.current) return;
    isDone.current = true;
    const offer = offers.find(({ key }) => key === wanted);
    if (offer) void restore(offer);
    else notify('error', t('postDrafts.gone'));
  }, [wanted, offers, restore]);
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
function useMoments(current: Current): void {
  useEffect(() => {
    const { session } = getBrowser();
    const flush = () => void current.current?.flush();
    const onVisibility = () => document.visibilityState === 'hidden' && flush();
    const forgetSession = session.subscribe(() => session.getState().status === 'user' && flush());
    window.addEventListener('online', flush);
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      forgetSession();
      window.removeEventListener('online', flush);
      document.removeEventListener('visibilitychange', onVisibility);
      flush();
    };
  }, [current]);
}
