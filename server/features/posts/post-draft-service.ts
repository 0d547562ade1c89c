import type { Accounts } from '#server/features/accounts/index.ts';
import { type QuotaClaims, textBytes } from '#server/features/quotas/index.ts';
import type { User } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { type Page, pageOf } from '#server/platform/db/paging.ts';
import { notFound } from '#server/platform/errors.ts';
import * as links from './draft-link-store.ts';
import { type DraftKey, type PostDraft, type PostDraftSummary, parseDraftKey } from './post-draft.ts';
import * as store from './post-draft-store.ts';
import type { PostService } from './post-service.ts';

export type PostDraftInput = Omit<store.DraftChange, keyof DraftKey | 'accountId'>;
/** The current draft after a save; `isStale` if another client saved in between and nothing was written. */
export type PostDraftChange = { isStale: boolean; draft: PostDraft };
export type PostDraftPage = { drafts: PostDraftSummary[]; count: number; page: Page };
type ListQuery = { post?: number; page?: string; page_size?: string };

/** The draft that a post replaces, as named in the body of the post. */
type FinishedDraft = { draft_key?: string | undefined; draft_writer?: string | undefined };

type Deps = {
  db: Db;
  clock: Clock;
  posts: Pick<PostService, 'getForEdit'>;
  accounts: Pick<Accounts, 'requireStanding'>;
  quotas: Pick<QuotaClaims, 'checkText'>;
};

export type PostDrafts = ReturnType<typeof createPostDrafts>;

/** Editor drafts. Each belongs to its author: keys are unique per account only. */
export function createPostDrafts({ db, clock, posts, accounts, quotas }: Deps) {
  /** Throws 404 for an invalid key. */
  function requireKey(value: string): DraftKey {
    const key = parseDraftKey(value);
    if (!key) throw notFound('posts.draftNotFound');
    return key;
  }

  async function get(author: User, value: string): Promise<PostDraft> {
    const draft = await store.findDraft(db, author.id, requireKey(value).key);
    if (!draft) throw notFound('posts.draftNotFound');
    return draft;
  }

  /** Throws 404 or 403 if the draft changes a post that the author may not edit. */
  async function getForSave(author: User, value: string): Promise<DraftKey> {
    const key = requireKey(value);
    if (key.postId !== null) await posts.getForEdit(author, String(key.postId));
    return key;
  }

  /** Throws 403 if others read the draft by a link and the author may not publish. */
  async function save(author: User, key: DraftKey, input: PostDraftInput): Promise<PostDraftChange> {
    const change = { ...input, ...key, accountId: author.id };
    const before = await store.findDraftSize(db, author.id, key.key);
    const bytes = textBytes(input.title, input.content) - (before ?? 0);
    const claim = await quotas.checkText(author, { drafts: { items: before === undefined ? 1 : 0, bytes } });
    const saved = await inTransaction(db, async (tx) => {
      await claim(tx);
      if (await links.isShared(tx, { accountId: author.id, key: key.key, now: clock.now() }))
        await accounts.requireStanding(tx, author, 'posts.write');
      return store.saveDraft(tx, change, clock.now());
    });
    if (saved) return { isStale: false, draft: saved };
    const current = await store.findDraft(db, author.id, key.key);
    // Deleted since the conflict: nothing is left to conflict with.
    return current ? { isStale: true, draft: current } : save(author, key, input);
  }

  async function list(author: User, query: ListQuery): Promise<PostDraftPage> {
    const count = await store.countDrafts(db, author.id, query.post);
    const page = pageOf(query, count);
    const drafts = await store.listDrafts(db, author.id, { postId: query.post, ...page });
    return { drafts, count, page };
  }

  return {
    get,
    getForSave,
    save,
    list,
    async remove(author: User, value: string): Promise<void> {
      const { key } = requireKey(value);
      await inTransaction(db, async (tx) => {
        await links.deleteLinksOfDraft(tx, author.id, key);
        await store.deleteDraft(tx, { accountId: author.id, key });
      });
    },
    /**
     * Deletes a draft whose content became a post, in the caller's transaction if given. Its links show the post, also when
     * another form has saved a later draft.
     */
    async finish(
      author: User,
      { draft_key: key, draft_writer: clientId }: FinishedDraft,
      { postId, tx = db }: { postId: number; tx?: Db },
    ): Promise<void> {
      if (key === undefined) return;
      const accountId = author.id;
      await store.deleteDraft(tx, { accountId, key, clientId });
      await links.moveLinksToPost(tx, { accountId, key, postId });
    },
  };
}
