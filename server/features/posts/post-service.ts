import type { PostStatus } from '#contract/posts.ts';
import type { Categories } from '#server/features/categories/index.ts';
import type { Media } from '#server/features/media/index.ts';
import { type Amount, type ClaimText, type QuotaClaims, textBytes } from '#server/features/quotas/index.ts';
import type { Actor, User } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { forbidden, invalidFields, notFound } from '#server/platform/errors.ts';
import { TooComplexError } from '#server/platform/markdown/markdown.ts';
import { picturesNamedIn } from '#server/platform/media-url.ts';
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts';
import { slugify, underFreeSlug } from '#server/platform/slug.ts';
import type { PinnedTitle } from './pin.ts';
import { canDelete, canEdit, canView, type Plan, type Post, plannedAs, postSlugRules } from './post.ts';
import type { PostPlaces } from './post-place-service.ts';
import * as store from './post-store.ts';
import type { PostTexts } from './post-text-service.ts';
import { findUsablePicture, type PictureUse, type PostContent } from './post-text-store.ts';
import * as writes from './post-write-store.ts';

export type PostInput = {
  title: string;
  content: string;
  categoryId?: number | null;
  status?: PostStatus;
  /** When to publish a draft; null cancels the schedule. */
  publishAt?: Date | null;
  commentsEnabled?: boolean;
  /** Bytes of a new cover; null removes the current one. */
  image?: Uint8Array | null;
  /** URL of an uploaded image; used if `image` is absent. */
  imageUrl?: string | undefined;
};
export type ImportedPost = PostInput & {
  authorId: number;
  createdAt: Date;
  slug?: string;
  /** An image stored in media. */
  imageId?: number | null;
};
/** The current post after a change; `isStale` if its version did not match and nothing was written. */
export type PostChange = { isStale: boolean; post: Post };

/** Ports that later modules implement; each runs in the caller's transaction. */
export type PostPorts = {
  /** The number of active comments on the post by account. */
  countComments(tx: Db, postId: number): Promise<Array<{ id: number; count: number }>>;
  /** Called when a pin ends because its post is unpublished or deleted. */
  onUnpinned(tx: Db, pinned: PinnedTitle): Promise<void>;
};

type Deps = {
  db: Db;
  clock: Clock;
  categories: Pick<Categories, 'keep' | 'addPosts'>;
  places: PostPlaces;
  media: Pick<Media, 'keep'>;
  texts: PostTexts;
  limits: RateLimits;
  quotas: Pick<QuotaClaims, 'checkText'>;
  ports: PostPorts;
};

/** The versions of a post that the editor accepts; undefined for any. */
type Expected = number[] | undefined;

/** Bytes of content that one unit of the rate limit `render` covers. */
const renderedBytesInOne = 10_000;

/** Posts removed from a category in one transaction: few enough that other writers do not wait long for the locks. */
const leavingAtOnce = 500;

type LockedPost = NonNullable<Awaited<ReturnType<typeof store.lockPost>>>;

export type PostService = ReturnType<typeof createPostService>;

export function createPostService(deps: Deps) {
  const { db, clock, categories, places, media, texts, limits, quotas, ports } = deps;
  const { recount, dropPin } = places;

  /** Finds a post by id, slug or former slug; throws 404 if the actor may not see it. */
  async function get(actor: Actor, slugOrId: string, from: Db = db): Promise<Post> {
    const post = await find(slugOrId, from);
    if (!post || !canView(actor, post)) throw notFound('posts.notFound');
    return post;
  }

  async function find(slugOrId: string, from: Db = db): Promise<Post | undefined> {
    const now = clock.now();
    // All digits are an id: generated slugs always contain another character.
    if (/^\d{1,15}$/.test(slugOrId)) return store.findPost(from, { id: Number(slugOrId) }, now);
    const bySlug = await store.findPost(from, { slug: slugOrId }, now);
    if (bySlug) return bySlug;
    const id = await store.findIdByOldSlug(from, slugOrId);
    return id === undefined ? undefined : store.findPost(from, { id }, now);
  }

  /** Throws 404 if the actor may not see the post, 403 if not edit it. */
  async function getForEdit(actor: Actor, slugOrId: string): Promise<Post> {
    const post = await get(actor, slugOrId);
    if (!canEdit(actor, post)) throw forbidden();
    return post;
  }

  async function getForDelete(actor: Actor, slugOrId: string): Promise<Post> {
    const post = await get(actor, slugOrId);
    if (!canDelete(actor, post)) throw forbidden();
    return post;
  }

  async function toText(content: string, account: string, from?: Db): Promise<PostContent> {
    return texts.toText(content, account, from).catch((error: unknown) => {
      throw error instanceof TooComplexError ? invalidFields({ content: 'posts.contentTooComplex' }) : error;
    });
  }

  /** Renders content of a user; the rate limit counts its size. */
  async function toTextOf(user: Pick<User, 'id'>, content: string): Promise<PostContent> {
    await limits.take('render', user.id, Math.ceil(Buffer.byteLength(content) / renderedBytesInOne));
    return toText(content, `user ${user.id}`);
  }

  /** Renders a text as a post would be rendered and stores nothing. */
  async function preview(author: User, content: string): Promise<string> {
    await limits.take('preview', author.id);
    return (await toTextOf(author, content)).rendered.html;
  }

  /** Creates a post; `commitResponse` stores the response in the same transaction. */
  async function create<Answer>(
    author: User,
    input: PostInput,
    settle: (tx: Db, post: Post) => Promise<Answer>,
  ): Promise<Answer> {
    const added = { posts: { items: 1, bytes: textBytes(input.title, input.content) } };
    const claim = await quotas.checkText(author, added);
    const authored = { ...input, authorId: author.id, createdAt: clock.now(), isImported: false };
    const post = await prepare(authored, () => toTextOf(author, input.content));
    return inTransaction(db, async (tx) => {
      await claim(tx);
      const id = await write(tx, post);
      return settle(tx, await get(author, String(id), tx));
    });
  }

  /** Inserts an imported post and updates the counters, in the caller's transaction if there is one; returns its id. */
  async function insert(input: ImportedPost, from: Db): Promise<number> {
    const render = () => toText(input.content, 'imports', from);
    const post = await prepare({ ...input, isImported: true }, render, from);
    return inTransaction(from, async (tx) => {
      if (input.slug !== undefined) await writes.releaseSlug(tx, input.slug);
      return write(tx, post);
    });
  }

  /** Does the slow work before the transaction. */
  async function prepare(
    input: ImportedPost & { isImported: boolean },
    render: () => Promise<PostContent>,
    from: Db = db,
  ): Promise<writes.NewPost & { slug: string }> {
    await keepCategory(from, input.categoryId);
    const status = input.publishAt ? 'draft' : 'published';
    const plan = planOf({ status, publishAt: null }, input);
    const text = await render();
    const imageId = await coverOf(input, { editorId: input.authorId, postId: null }, from);
    return {
      ...input,
      ...text,
      slug: input.slug ?? slugify(input.title, postSlugRules),
      categoryId: input.categoryId ?? null,
      imageId: imageId ?? input.imageId ?? null,
      ...plan,
      commentsEnabled: input.commentsEnabled ?? true,
    };
  }

  /** The id of the uploaded or named cover; null removes the cover, undefined keeps it. */
  async function coverOf(
    { image, imageUrl }: Partial<PostInput>,
    use: PictureUse,
    from: Db = db,
  ): Promise<number | null | undefined> {
    if (image) return (await media.keep(use.editorId, image, 'image')).id;
    if (image === null || imageUrl === undefined) return image;
    const [path = ''] = picturesNamedIn(imageUrl);
    const id = await findUsablePicture(from, path, use);
    if (id === undefined) throw invalidFields({ image_url: 'posts.imageUnknown' });
    return id;
  }

  function planOf(before: Plan, changes: Partial<Plan>): Plan {
    const plan = plannedAs(before, changes, clock.now());
    if (typeof plan === 'string') throw invalidFields({ publish_at: plan });
    return plan;
  }

  async function write(tx: Db, { slug, ...post }: writes.NewPost & { slug: string }): Promise<number> {
    const { authorId, status, categoryId } = post;
    await keepCategory(tx, categoryId);
    const id = await writes.insertPost(tx, post, slug);
    await recount(tx, { id, authorId }, undefined, {
      status,
      category_id: categoryId,
      comments_count: 0,
    });
    return id;
  }

  async function keepCategory(tx: Db, categoryId: number | null | undefined): Promise<void> {
    if (typeof categoryId === 'number' && !(await categories.keep(tx, categoryId)))
      throw invalidFields({ category: 'posts.categoryUnknown' });
  }

  /**
   * Changes the given fields of a post that passed `getForEdit`, if its version is still an expected one. Other fields keep
   * concurrent changes. If the new slug is taken in the meantime, the transaction runs again with another slug.
   */
  async function update(
    editor: User,
    post: Post,
    input: Partial<PostInput>,
    expected?: Expected,
  ): Promise<PostChange> {
    await keepCategory(db, input.categoryId);
    const claim = await quotas.checkText(editor, addedBy(post, input));
    const { title, content, categoryId, status, publishAt, commentsEnabled } = input;
    const text = content === undefined ? undefined : await toTextOf(editor, content);
    const imageId = await coverOf(input, { editorId: editor.id, postId: post.id });
    const changes = { title, text, categoryId, status, publishAt, commentsEnabled, imageId };
    const { isStale } = await underFreeSlug(slugify(title ?? post.title, postSlugRules), {
      maxLength: postSlugRules.maxLength,
      findTaken: (slug) => writes.findTakenSlugs(db, slug, { authorId: post.author.id, postId: post.id }),
      insert: (slug) =>
        inTransaction(db, (tx) =>
          change(tx, post.id, { ...changes, slug }, { editor, claim, expected }),
        ).catch((error: unknown) => {
          if (writes.isSlugTaken(error)) return undefined;
          throw error;
        }),
    });
    return { isStale, post: await get(editor, String(post.id)) };
  }

  /** Returns undefined if the slug is no longer free. */
  async function change(
    tx: Db,
    id: number,
    { slug, ...changes }: writes.PostChanges & { slug: string },
    { editor, claim, expected }: { editor: User; claim: ClaimText; expected: Expected },
  ): Promise<{ isStale: boolean } | undefined> {
    const before = await store.lockPost(tx, id);
    if (!before) throw notFound('posts.notFound');
    if (expected && !expected.includes(before.version)) return { isStale: true };
    await claim(tx);
    // A hidden post stays hidden; a new status applies when a moderator restores it.
    const isHidden = before.status === 'hidden';
    const { title = before.title, categoryId = before.category_id } = changes;
    const plan = planOf(store.planOf(before), changes);
    const status = isHidden ? before.status : plan.status;
    await keepCategory(tx, changes.categoryId);
    const isMoving = title !== before.title;
    const owner = { authorId: before.author_id, postId: id };
    if (isMoving && !(await writes.reserveSlug(tx, slug, owner))) return undefined;
    const moved = {
      ...changes,
      ...(isMoving && { slug }),
      ...plan,
      ...(isHidden && { status: undefined, hiddenStatus: plan.status }),
    };
    await writes.updatePost(tx, before, moved, { editorId: editor.id, now: clock.now() });
    await recount(tx, { id, authorId: before.author_id }, before, {
      ...before,
      status,
      category_id: categoryId,
    });
    if (changes.status === 'draft') await dropPin(tx, before);
    return { isStale: false };
  }

  /**
   * Deletes a post that passed `getForDelete`, if its version is still an expected one. Locks are taken in the order post,
   * category, accounts, as everywhere.
   */
  async function remove(actor: Actor, post: Post, expected?: Expected): Promise<PostChange> {
    const isStale = await inTransaction(db, async (tx) => {
      const before = await store.lockPost(tx, post.id);
      if (!before) throw notFound('posts.notFound');
      if (expected && !expected.includes(before.version)) return true;
      await removeLocked(tx, before);
      return false;
    });
    return { isStale, post: isStale ? await get(actor, String(post.id)) : post };
  }

  /** Deletes a post that the caller has locked and updates the counters. */
  async function removeLocked(tx: Db, post: LockedPost): Promise<void> {
    const commenters = await ports.countComments(tx, post.id);
    await recount(
      tx,
      { id: post.id, authorId: post.author_id },
      post,
      undefined,
      commenters.map(({ id, count }) => ({ id, comments: -count })),
    );
    await dropPin(tx, post);
    await writes.deletePost(tx, post.id);
  }

  /** To call before a category is deleted: its posts stay without one. The foreign key handles posts added in the meantime. */
  async function leaveCategory(categoryId: number): Promise<void> {
    let left: number;
    do {
      left = await inTransaction(db, async (tx) => {
        const { all, published } = await writes.leaveCategory(tx, categoryId, leavingAtOnce);
        if (published > 0) await categories.addPosts(tx, categoryId, -published);
        return all;
      });
    } while (left === leavingAtOnce);
  }

  return {
    get,
    getForEdit,
    getForDelete,
    find,
    preview,
    create,
    insert,
    update,
    remove,
    removeLocked,
    leaveCategory,
    lock: store.lockPost,
    addComments: writes.addComments,
  };
}

/** What a change adds to the quota: the previous text as a revision, and the growth of the post. */
function addedBy(
  before: { title: string; content: string },
  {
    title = before.title,
    content = before.content,
  }: { title?: string | undefined; content?: string | undefined },
): { posts?: Amount; revisions?: Amount } {
  if (title === before.title && content === before.content) return {};
  const bytes = textBytes(before.title, before.content);
  return {
    posts: { items: 0, bytes: textBytes(title, content) - bytes },
    revisions: { items: 1, bytes },
  };
}
