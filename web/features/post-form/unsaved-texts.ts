import type { PostDraftItem } from '#contract/drafts.ts';
import type { ApiClient } from '#web/api/client.ts';
import { ApiError } from '#web/api/error.ts';
import type { Mirror } from '#web/api/mirror.ts';
import { type DraftText, isBlank, type KeptText, keptBeginning, textOfDraft } from './draft-text.ts';

/** A text that was saved by itself and left behind: on the server, or on this device only. */
export type UnsavedText = {
  key: string;
  title: string;
  at: string;
  /** Whether the server has it too; else it is on this device alone. */
  isOnServer: boolean;
  /** The version of the server's draft that it continues. */
  version: number | null;
  load(): Promise<DraftText>;
  /** It has been restored: what lies on the device is kept elsewhere now. */
  forget(): Promise<void>;
  remove(): Promise<void>;
};

/** Whether a text goes on where a draft ends. What its own form has saved it does: the device is never behind. */
const isContinued = (draft: PostDraftItem, text: KeptText): boolean =>
  text.key === draft.key && (text.version === draft.version || text.writer === draft.writer);

type Deps = { api: ApiClient; quietApi: ApiClient; mirror: Mirror; accountId: number };
/** `post` is what is being changed; null for new posts. */
type Search = { post: { id: number } | null };

const mostDrafts = 100;

/** Texts of an account that have become no post, newest first. */
export async function findUnsavedTexts(deps: Deps, { post }: Search): Promise<UnsavedText[]> {
  const { mirror, accountId } = deps;
  const [kept, drafts] = await Promise.all([
    mirror.find<KeptText>(keptBeginning(accountId, post?.id ?? null)),
    listDrafts(deps.quietApi, post?.id ?? null),
  ]);
  const lost: { name: string; text: KeptText }[] = [];
  for (const record of kept) {
    if (isOnlyHere(record.text, drafts)) lost.push(record);
    // The server had all of it, and knows what became of it.
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

/** Null where the server cannot be asked: then everything on the device is worth an offer. */
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

/** `goesOn` is the server's draft that the text continues: neither is there without the other. */
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
