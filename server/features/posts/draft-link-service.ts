import { draftLinkDays, maxLinksPerAccount, maxLinksPerDraft } from '#contract/draft-links.ts';
import type { Accounts } from '#server/features/accounts/index.ts';
import type { Audit } from '#server/features/audit/index.ts';
import type { User } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import { createRandomSecret, sha256 } from '#server/platform/crypto.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { type Page, pageOf } from '#server/platform/db/paging.ts';
import { badRequest, notFound } from '#server/platform/errors.ts';
import { parseId } from '#server/platform/id.ts';
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts';
import { type DraftLink, linkExpiry, type SharedDraft } from './draft-link.ts';
import * as store from './draft-link-store.ts';
import type { Post } from './post.ts';
import type { PostDraft } from './post-draft.ts';
import type { PostDrafts } from './post-draft-service.ts';
import { findDraft } from './post-draft-store.ts';
import type { PostInputs } from './post-input-service.ts';
import { findPost, lockPost } from './post-store.ts';

type ListQuery = { key?: string | undefined; page?: string; page_size?: string };
export type DraftLinkPage = { links: DraftLink[]; count: number; page: Page };
/** What a link shows: a draft, or the post that it has become. */
export type LinkedDraft = { publishedSlug: string } | { draft: SharedDraft };

type Deps = {
  db: Db;
  clock: Clock;
  audit: Audit;
  accounts: Pick<Accounts, 'requireStanding'>;
  limits: RateLimits;
  drafts: Pick<PostDrafts, 'getForSave'>;
  posts: { renderShared: PostInputs['renderShared'] };
};

export type DraftLinks = ReturnType<typeof createDraftLinks>;

/** Links by which others read a draft. */
export function createDraftLinks({ db, clock, audit, accounts, limits, drafts, posts }: Deps) {
  async function list(owner: User, query: ListQuery): Promise<DraftLinkPage> {
    const filter = { accountId: owner.id, key: query.key, now: clock.now() };
    const count = await store.countLinks(db, filter);
    const page = pageOf(query, count);
    return { links: await store.listLinks(db, filter, page), count, page };
  }

  /** Creates a link and returns it with its token, which is not stored. Throws 404 or 403 like the editor draft. */
  async function create(owner: User, value: string): Promise<{ link: DraftLink; token: string }> {
    const key = await drafts.getForSave(owner, value);
    const now = clock.now();
    const token = createRandomSecret();
    const link = await inTransaction(db, async (tx) => {
      // A publication in progress ends the links that exist.
      const post = key.postId === null ? undefined : await lockPost(tx, key.postId);
      await store.lockLinks(tx, owner.id);
      const draft = await findDraft(tx, owner.id, key.key);
      if (post?.status === 'hidden' || (!draft && post?.status !== 'draft'))
        throw badRequest('draftLinks.noDraft');
      const isOwn = !post || post.author_id === owner.id;
      await accounts.requireStanding(tx, owner, isOwn ? 'posts.write' : 'texts.edit');
      const ofDraft = await store.countOwnLinks(tx, { accountId: owner.id, key: key.key, now });
      const ofAccount = await store.countOwnLinks(tx, { accountId: owner.id, now });
      if (ofDraft >= maxLinksPerDraft) throw badRequest('draftLinks.tooMany', { max: maxLinksPerDraft });
      if (ofAccount >= maxLinksPerAccount)
        throw badRequest('draftLinks.tooManyOfAccount', { max: maxLinksPerAccount });
      if (!isOwn)
        await audit.record(tx, {
          action: 'post.draft-link',
          target: { kind: 'post', id: post.id, name: post.title },
        });
      return store.insertLink(tx, {
        ...key,
        accountId: owner.id,
        tokenHash: sha256(token),
        createdAt: now,
        expiresAt: linkExpiry(now, draftLinkDays),
      });
    });
    return { link, token };
  }

  async function revoke(owner: User, id: string): Promise<void> {
    const linkId = parseId(id);
    if (linkId === undefined) throw notFound('draftLinks.notFound');
    await store.deleteLink(db, owner.id, linkId);
  }

  /**
   * What a link shows; throws 404 if it is not valid. A link never shows a hidden post, nor a post that its owner may no
   * longer edit, nor a draft after what it showed has been published.
   */
  async function read(token: string, network: string | undefined): Promise<LinkedDraft> {
    await limits.take('draftLink', network);
    const now = clock.now();
    const linked = await store.findLinkedText(db, sha256(token), now);
    if (!linked) throw notFound('draftLinks.notFound');
    const { key, postId, isPublished, owner } = linked;
    const post = postId === null ? undefined : await findPost(db, { id: postId }, now);
    if (post && (post.status === 'hidden' || (post.author.id !== owner.id && !owner.mayEditAll)))
      throw notFound('draftLinks.notFound');
    const draft = isPublished ? undefined : await findDraft(db, owner.id, key);
    if (draft) return { draft: await shareDraft(draft, post?.author ?? owner) };
    if (post?.status === 'published') return { publishedSlug: post.slug };
    if (!post || isPublished) throw notFound('draftLinks.notFound');
    return { draft: sharePost(post) };
  }

  async function shareDraft(draft: PostDraft, author: SharedDraft['author']): Promise<SharedDraft> {
    return {
      ...draft,
      contentHtml: await posts.renderShared(draft.content),
      category: await store.findCategoryName(db, draft.categoryId),
      author,
    };
  }

  return { list, create, revoke, read };
}

const sharePost = (post: Post): SharedDraft => ({ ...post, category: post.category?.name ?? null });
