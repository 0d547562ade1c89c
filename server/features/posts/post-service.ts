import {
  isSameRevision,
  type PostFields,
  postFieldDefaults,
  type RevisedFields,
} from '#contract/post-fields.ts';
import type { PostStatus } from '#contract/posts.ts';
import type { Categories } from '#server/features/categories/index.ts';
import type { Media } from '#server/features/media/index.ts';
import { type Amount, type ClaimText, type QuotaClaims, textBytes } from '#server/features/quotas/index.ts';
import type { Actor, User } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { forbidden, invalidFields, notFound } from '#server/platform/errors.ts';
import { parseId } from '#server/platform/id.ts';
import { TooComplexError } from '#server/platform/markdown/markdown.ts';
import { findPicturePaths } from '#server/platform/media-url.ts';
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts';
import { insertWithFreeSlug, slugify } from '#server/platform/slug.ts';
import type { PinnedTitle } from './pin.ts';
import {
  applyPlanChanges,
  canDelete,
  canEdit,
  canView,
  type Post,
  type PublicationPlan,
  postSlugRules,
} from './post.ts';
import { findUsablePicture, type PictureUse, type PostContent } from './post-content-store.ts';
import type { PostCounters } from './post-counter-service.ts';
import type { PostRenderer } from './post-render-service.ts';
import * as store from './post-store.ts';
import * as writes from './post-write-store.ts';

export type PostInput = Omit<PostFields, keyof typeof postFieldDefaults> &
  Partial<PostFields> & {
    categoryId?: number | null;
    status?: PostStatus;
    /** When to publish a draft; null cancels the schedule. */
    publishAt?: Date | null;
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
  categories: Pick<Categories, 'lock' | 'addToPostsCount'>;
  counters: PostCounters;
  media: Pick<Media, 'save'>;
  renderer: PostRenderer;
  limits: RateLimits;
  quotas: Pick<QuotaClaims, 'checkText'>;
  ports: PostPorts;
};

/** The versions of a post that the editor accepts; undefined for any. */
type Expected = number[] | undefined;

/** Bytes of content that one unit of the rate limit `render` covers. */
const bytesPerRenderUnit = 10_000;

/** Posts removed from a category in one transaction: few enough that other writers do not wait long for the locks. */
const categoryBatchSize = 500;

type LockedPost = NonNullable<Awaited<ReturnType<typeof store.lockPost>>>;

export type PostService = ReturnType<typeof createPostService>;

export function createPostService(deps: Deps) {
  const { db, clock, categories, counters, media, renderer, limits, quotas, ports } = deps;
  const { updateCounters, dropPin } = counters;

  /** Finds a post by id, slug or former slug; throws 404 if the actor may not see it. */
  async function get(actor: Actor, slugOrId: string, from: Db = db): Promise<Post> {
    const post = await find(slugOrId, from);
    if (!post || !canView(actor, post)) throw notFound('posts.notFound');
    return post;
  }

  async function find(slugOrId: string, from: Db = db): Promise<Post | undefined> {
    const now = clock.now();
    // All digits are an id: generated slugs always contain another character.
    const byId = parseId(slugOrId);
    if (byId !== undefined) return store.findPost(from, { id: byId }, now);
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

  async function renderContent(content: string, account: string, from?: Db): Promise<PostContent> {
    return renderer.render(content, account, from).catch((error: unknown) => {
      throw error instanceof TooComplexError ? invalidFields({ content: 'posts.contentTooComplex' }) : error;
    });
  }

  /** Renders content of a user; the rate limit counts its size. */
  async function renderUserContent(user: Pick<User, 'id'>, content: string): Promise<PostContent> {
    await limits.take('render', user.id, Math.ceil(Buffer.byteLength(content) / bytesPerRenderUnit));
    return renderContent(content, `user ${user.id}`);
  }

  /** Renders a text as a post would be rendered and stores nothing. */
  async function preview(author: User, content: string): Promise<string> {
    await limits.take('preview', author.id);
    return (await renderUserContent(author, content)).rendered.html;
  }

  /** Creates a post; `commitResponse` stores the response in the same transaction. */
  async function create<Result>(
    author: User,
    input: PostInput,
    commitResponse: (tx: Db, post: Post) => Promise<Result>,
  ): Promise<Result> {
    const added = { posts: { items: 1, bytes: textBytes(input.title, input.content) } };
    const claim = await quotas.checkText(author, added);
    const values = { ...input, authorId: author.id, createdAt: clock.now(), isImported: false };
    const post = await prepare(values, () => renderUserContent(author, input.content));
    return inTransaction(db, async (tx) => {
      await claim(tx);
      const id = await write(tx, post);
      return commitResponse(tx, await get(author, String(id), tx));
    });
  }

  /** Inserts an imported post and updates the counters, in the caller's transaction if there is one; returns its id. */
  async function insert(input: ImportedPost, from: Db): Promise<number> {
    const render = () => renderContent(input.content, 'imports', from);
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
    await requireCategory(from, input.categoryId);
    const status = input.publishAt ? 'draft' : 'published';
    const plan = resolvePlan({ status, publishAt: null }, input);
    const text = await render();
    const imageId = await resolveCover(input, { editorId: input.authorId, postId: null }, from);
    return {
      ...postFieldDefaults,
      ...input,
      ...text,
      slug: input.slug ?? slugify(input.title, postSlugRules),
      categoryId: input.categoryId ?? null,
      imageId: imageId ?? input.imageId ?? null,
      ...plan,
    };
  }

  /** The id of the uploaded or named cover; null removes the cover, undefined keeps it. */
  async function resolveCover(
    { image, imageUrl }: Partial<PostInput>,
    usage: PictureUse,
    from: Db = db,
  ): Promise<number | null | undefined> {
    if (image) return (await media.save(usage.editorId, image, 'image')).id;
    if (image === null || imageUrl === undefined) return image;
    const [path = ''] = findPicturePaths(imageUrl);
    const id = await findUsablePicture(from, path, usage);
    if (id === undefined) throw invalidFields({ image_url: 'posts.imageUnknown' });
    return id;
  }

  function resolvePlan(before: PublicationPlan, changes: Partial<PublicationPlan>): PublicationPlan {
    const plan = applyPlanChanges(before, changes, clock.now());
    if (typeof plan === 'string') throw invalidFields({ publish_at: plan });
    return plan;
  }

  async function write(tx: Db, { slug, ...post }: writes.NewPost & { slug: string }): Promise<number> {
    const { authorId, status, categoryId } = post;
    await requireCategory(tx, categoryId);
    const id = await writes.insertPost(tx, post, slug);
    await updateCounters(tx, { id, authorId }, undefined, {
      status,
      category_id: categoryId,
      comments_count: 0,
    });
    return id;
  }

  async function requireCategory(tx: Db, categoryId: number | null | undefined): Promise<void> {
    if (typeof categoryId === 'number' && !(await categories.lock(tx, categoryId)))
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
    await requireCategory(db, input.categoryId);
    const claim = await quotas.checkText(editor, quotaDelta(post, input));
    const { image: _image, imageUrl: _imageUrl, ...fields } = input;
    const { title, content } = fields;
    const text = content === undefined ? undefined : await renderUserContent(editor, content);
    const imageId = await resolveCover(input, { editorId: editor.id, postId: post.id });
    const changes = { ...fields, text, imageId };
    const { isStale } = await insertWithFreeSlug(slugify(title ?? post.title, postSlugRules), {
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
    const plan = resolvePlan(store.publicationPlanOf(before), changes);
    const status = isHidden ? before.status : plan.status;
    await requireCategory(tx, changes.categoryId);
    const isRenaming = title !== before.title;
    const owner = { authorId: before.author_id, postId: id };
    if (isRenaming && !(await writes.reserveSlug(tx, slug, owner))) return undefined;
    const values = {
      ...changes,
      ...(isRenaming && { slug }),
      ...plan,
      ...(isHidden && { status: undefined, hiddenStatus: plan.status }),
    };
    await writes.updatePost(tx, before, values, { editorId: editor.id, now: clock.now() });
    await updateCounters(tx, { id, authorId: before.author_id }, before, {
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
    await updateCounters(
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
  async function removeFromCategory(categoryId: number): Promise<void> {
    let detached: number;
    do {
      detached = await inTransaction(db, async (tx) => {
        const { all, published } = await writes.removeFromCategory(tx, categoryId, categoryBatchSize);
        if (published > 0) await categories.addToPostsCount(tx, categoryId, -published);
        return all;
      });
    } while (detached === categoryBatchSize);
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
    removeFromCategory,
    lock: store.lockPost,
    addComments: writes.addComments,
  };
}

/** What a change adds to the quota: the previous text as a revision, and the growth of the post. */
function quotaDelta(
  before: RevisedFields,
  after: Partial<RevisedFields>,
): { posts?: Amount; revisions?: Amount } {
  if (isSameRevision(before, after)) return {};
  const { title = before.title, content = before.content } = after;
  const bytes = textBytes(before.title, before.content);
  return {
    posts: { items: 0, bytes: textBytes(title, content) - bytes },
    revisions: { items: 1, bytes },
  };
}
