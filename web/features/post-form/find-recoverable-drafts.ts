import type { PostDraftItem } from '#contract/drafts.ts';
import type { ApiClient } from '#web/api/client.ts';
import { ApiError } from '#web/api/error.ts';
import type { LocalDraftStore } from '#web/forms/local-draft-store.ts';
import {
  contentOfDraft,
  type DraftContent,
  isBlank,
  type StoredDraft,
  storedDraftPrefix,
} from './draft-content.ts';
import { emptyPost } from './post-fields.ts';

/** An automatically saved draft of an earlier visit: on the server, or on this device only. */
export type RecoverableDraft = {
  key: string;
  title: string;
  at: string;
  /** Whether it comes from the server; otherwise it is only on this device. */
  isOnServer: boolean;
  /** The version of the server's draft that this draft continues. */
  version: number | null;
  load(): Promise<DraftContent>;
  /** Deletes the local record after a restore, because the form stores the text under its own name. */
  forgetLocal(): Promise<void>;
  remove(): Promise<void>;
};

/** Whether a stored draft continues a draft of the server. It does for the same form, whose local copy is never older. */
const continuesDraft = (draft: PostDraftItem, text: StoredDraft): boolean =>
  text.key === draft.key && (text.version === draft.version || text.writer === draft.writer);

type Deps = { api: ApiClient; silentApi: ApiClient; localDraftStore: LocalDraftStore; accountId: number };
/** `post` is the post being edited; null for new posts. */
type Search = { post: { id: number } | null };

const maxDrafts = 100;

/** The drafts of an account that were not saved as a post, newest first. */
export async function findRecoverableDrafts(deps: Deps, { post }: Search): Promise<RecoverableDraft[]> {
  const { localDraftStore, accountId } = deps;
  const [storedDrafts, drafts] = await Promise.all([
    localDraftStore.find<StoredDraft>(storedDraftPrefix(accountId, post?.id ?? null)),
    listDrafts(deps.silentApi, post?.id ?? null),
  ]);
  const localOnly: { name: string; text: StoredDraft }[] = [];
  for (const record of storedDrafts) {
    if (isLocalOnly(record.text, drafts)) localOnly.push(record);
    // The server had the complete draft, so the local copy is not needed.
    else if (drafts !== null) await localDraftStore.remove(record.name);
  }
  const found = [
    ...localOnly.map((record) =>
      fromLocalStore(deps, {
        ...record,
        serverDraft: drafts?.find((draft) => continuesDraft(draft, record.text)),
      }),
    ),
    ...(drafts ?? [])
      .filter((draft) => !localOnly.some(({ text }) => continuesDraft(draft, text)))
      .map((draft) => fromServer(deps, draft)),
  ];
  return found.sort((left, right) => right.at.localeCompare(left.at));
}

/** Null when the server cannot be reached: then all local drafts are recoverable. */
async function listDrafts(api: ApiClient, postId: number | null): Promise<PostDraftItem[] | null> {
  try {
    const query = { page_size: maxDrafts, ...(postId !== null && { post: postId }) };
    const { results } = await api.call('listDrafts', { query });
    return results.filter(({ post }) => post === postId);
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

function isLocalOnly(text: StoredDraft, drafts: PostDraftItem[] | null): boolean {
  return !isBlank(text) && (!text.isSaved || drafts === null);
}

/** `serverDraft` is the server's draft that the text continues: both are removed together. */
type LocalOnlyDraft = { name: string; text: StoredDraft; serverDraft: PostDraftItem | undefined };

const fromLocalStore = (
  { api, localDraftStore }: Deps,
  { name, text, serverDraft }: LocalOnlyDraft,
): RecoverableDraft => ({
  key: text.key,
  title: text.values.title || text.values.content,
  at: text.changedAt,
  isOnServer: false,
  version: serverDraft?.version ?? text.version,
  // A record of an earlier version of the site may lack fields.
  load: async () => ({ ...text, values: { ...emptyPost, ...text.values } }),
  async remove() {
    if (serverDraft) await api.call('deleteDraft', { params: { key: text.key } });
    await localDraftStore.remove(name);
  },
  forgetLocal: () => localDraftStore.remove(name),
});

const fromServer = ({ api }: Deps, draft: PostDraftItem): RecoverableDraft => ({
  key: draft.key,
  title: draft.title || draft.content,
  at: draft.updated_at,
  isOnServer: true,
  version: draft.version,
  load: async () => contentOfDraft(await api.call('getDraft', { params: { key: draft.key } })),
  remove: async () => void (await api.call('deleteDraft', { params: { key: draft.key } })),
  forgetLocal: async () => undefined,
});
