import type { PostDraftItem } from '#contract/drafts.ts';
import type { ApiClient } from '#web/api/client.ts';
import { ApiError } from '#web/api/error.ts';
import type { Mirror } from '#web/api/mirror.ts';
import { type DraftText, isBlank, type KeptText, keptBeginning, textOfDraft } from './draft-text.ts';

/** An automatically saved draft of an earlier visit: on the server, or on this device only. */
export type UnsavedText = {
  key: string;
  title: string;
  at: string;
  /** Whether it comes from the server; otherwise it is only on this device. */
  isOnServer: boolean;
  /** The version of the server's draft that this draft continues. */
  version: number | null;
  load(): Promise<DraftText>;
  /** Deletes the local record after a restore, because the form stores the text under its own name. */
  forget(): Promise<void>;
  remove(): Promise<void>;
};

/** Whether a stored draft continues a draft of the server. It does for the same form, whose local copy is never older. */
const isContinued = (draft: PostDraftItem, text: KeptText): boolean =>
  text.key === draft.key && (text.version === draft.version || text.writer === draft.writer);

type Deps = { api: ApiClient; quietApi: ApiClient; mirror: Mirror; accountId: number };
/** `post` is the post being edited; null for new posts. */
type Search = { post: { id: number } | null };

const mostDrafts = 100;

/** The drafts of an account that were not saved as a post, newest first. */
export async function findUnsavedTexts(deps: Deps, { post }: Search): Promise<UnsavedText[]> {
  const { mirror, accountId } = deps;
  const [kept, drafts] = await Promise.all([
    mirror.find<KeptText>(keptBeginning(accountId, post?.id ?? null)),
    listDrafts(deps.quietApi, post?.id ?? null),
  ]);
  const lost: { name: string; text: KeptText }[] = [];
  for (const record of kept) {
    if (isOnlyHere(record.text, drafts)) lost.push(record);
    // The server had the complete draft, so the local copy is not needed.
    else if (drafts !== null) await mirror.remove(record.name);
  }
  const found = [
    ...lost.map((record) =>
      ofDevice(deps, { ...record, goesOn: drafts?.find((draft) => isContinued(draft, record.text)) }),
    ),
    ...(drafts ?? [])
      .filter((draft) => !lost.some(({ text }) => isContinued(draft, text)))
      .map((draft) => ofServer(deps, draft)),
  ];
  return found.sort((left, right) => right.at.localeCompare(left.at));
}

/** Null when the server cannot be reached: then all local drafts are recoverable. */
async function listDrafts(api: ApiClient, postId: number | null): Promise<PostDraftItem[] | null> {
  try {
    const query = { page_size: mostDrafts, ...(postId !== null && { post: postId }) };
    const { results } = await api.call('listDrafts', { query });
    return results.filter(({ post }) => post === postId);
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

function isOnlyHere(text: KeptText, drafts: PostDraftItem[] | null): boolean {
  return !isBlank(text) && (!text.isSaved || drafts === null);
}

/** `serverDraft` is the server's draft that the text continues: both are removed together. */
type Lost = { name: string; text: KeptText; goesOn: PostDraftItem | undefined };

const ofDevice = ({ api, mirror }: Deps, { name, text, goesOn }: Lost): UnsavedText => ({
  key: text.key,
  title: text.values.title || text.values.content,
  at: text.changedAt,
  isOnServer: false,
  version: goesOn?.version ?? text.version,
  load: async () => text,
  async remove() {
    if (goesOn) await api.call('deleteDraft', { params: { key: text.key } });
    await mirror.remove(name);
  },
  forget: () => mirror.remove(name),
});

const ofServer = ({ api }: Deps, draft: PostDraftItem): UnsavedText => ({
  key: draft.key,
  title: draft.title || draft.content,
  at: draft.updated_at,
  isOnServer: true,
  version: draft.version,
  load: async () => textOfDraft(await api.call('getDraft', { params: { key: draft.key } })),
  remove: async () => void (await api.call('deleteDraft', { params: { key: draft.key } })),
  forget: async () => undefined,
});
