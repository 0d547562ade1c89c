import type { PostStatus } from '#contract/posts.ts';
import type { Accounts } from '#server/features/accounts/index.ts';
import type { Categories, Category } from '#server/features/categories/index.ts';
import type { Media } from '#server/features/media/index.ts';
import type { Actor, User } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { longPageSize, orderingOf, type Page, pageOf } from '#server/platform/db/paging.ts';
import { searchTerms } from '#server/platform/db/search-terms.ts';
import { forbidden, invalidFields, notFound } from '#server/platform/errors.ts';
import { type Markdown, TooComplexError } from '#server/platform/markdown/markdown.ts';
import { rendererVersion } from '#server/platform/markdown/render.ts';
import { slugify } from '#server/platform/slug.ts';
import type { PinnedTitle } from './pin.ts';
import * as pins from './pin-store.ts';
import { canDelete, canEdit, canView, type Post, type PostSummary, postSlugRules } from './post.ts';
import type { PostFilters } from './post-filters.ts';
import * as store from './post-store.ts';
import * as writes from './post-write-store.ts';

export type PostQuery = {
  search?: string;
  ordering?: string;
  category?: string;
  author?: number;
  status?: PostStatus;
  page?: string;
  page_size?: string;
};
export type PostInput = {
  title: string;
  content: string;
  categoryId?: number | null;
  status?: PostStatus;
  commentsEnabled?: boolean;
  /** Bytes of a new picture; null removes the one that is there. */
  image?: Uint8Array | null;
};
export type ImportedPost = PostInput & {
  authorId: number;
  createdAt: Date;
  slug?: string;
  /** A picture that media keeps already. */
  imageId?: number | null;
};
export type PostPage = { posts: PostSummary[]; count: number; pinnedCount: number; page: Page };

/** What other slices know of a post, or do when something becomes of it; each in the same transaction. */
export type PostPorts = {
  /** Who has how many active comments on it. */
  countComments(tx: Db, postId: number): Promise<Array<{ id: number; count: number }>>;
  /** A pinned post is unpublished or deleted, and with that unpinned. */
  onUnpinned(tx: Db, pinned: PinnedTitle): Promise<void>;
};

type Deps = {
  db: Db;
  clock: Clock;
  accounts: Pick<Accounts, 'count' | 'lock'>;
  categories: Pick<Categories, 'find' | 'get' | 'keep' | 'addPosts'>;
  media: Media;
  markdown: Markdown;
  ports: PostPorts;
};

export type PostService = ReturnType<typeof createPostService>;

const newestFirst = [{ field: 'created_at' as const, isDescending: true }];
const orderingFields = {
  created_at: 'created_at',
  updated_at: 'updated_at',
  views_count: 'views',
  view_count: 'views',
  title: 'title',
} as const;

export function createPostService({ db, clock, accounts, categories, media, markdown, ports }: Deps) {
  /** A page of the matching posts; in the order of date the pinned ones come first (contract 5). */
  async function page(
    filters: PostFilters,
    query: PostQuery,
    options: { hasPins: boolean; size?: number },
  ): Promise<PostPage> {
    const now = clock.now();
    const ordering = orderingOf(query.ordering, orderingFields, newestFirst);
    const isByDate = ordering.length === 1 && ordering[0]?.field === 'created_at';
    const rotation = await pins.listRotation(db, now);
    const pinned = options.hasPins && isByDate ? await store.matchingOf(db, filters, rotation) : [];
    const count = await store.countPosts(db, filters);
    const found = pageOf(query, count, options.size);
    const pinnedHere = pinned.slice(found.offset, found.offset + found.size);
    const rest = await store.listPostIds(db, filters, ordering, {
      offset: Math.max(0, found.offset - pinned.length),
      limit: found.size - pinnedHere.length,
      except: pinned,
    });
    const turn = new Set(rotation);
    const posts = (await store.hydrateSummaries(db, [...pinnedHere, ...rest], now)).map((post) =>
      turn.has(post.id) ? post : { ...post, pinnedAt: null },
    );
    return { posts, count, pinnedCount: posts.filter(({ pinnedAt }) => pinnedAt).length, page: found };
  }

  async function filtersOf(query: PostQuery, draftsOf: PostFilters['draftsOf']): Promise<PostFilters> {
    return {
      draftsOf,
      terms: searchTerms(query.search),
      status: query.status,
      authorId: query.author,
      // A category nobody knows has no posts; no id is zero.
      categoryId:
        query.category === undefined ? undefined : ((await categories.find(query.category))?.id ?? 0),
    };
  }

  async function list(actor: Actor, query: PostQuery): Promise<PostPage> {
    const seesAllDrafts = actor.kind === 'user' && actor.isStaff && query.status === 'draft';
    const own = actor.kind === 'user' ? actor.id : 'nobody';
    return page(await filtersOf(query, seesAllDrafts ? 'everyone' : own), query, { hasPins: true });
  }

  async function listOwn(user: User, query: PostQuery): Promise<PostPage> {
    const filters = await filtersOf({ ...query, author: user.id }, user.id);
    return page(filters, query, { hasPins: false });
  }

  async function listOfCategory(
    slugOrId: string,
    query: PostQuery,
  ): Promise<PostPage & { category: Category }> {
    const category = await categories.get(slugOrId);
    const filters: PostFilters = { draftsOf: 'nobody', terms: [], categoryId: category.id };
    return { category, ...(await page(filters, query, { hasPins: true, size: longPageSize })) };
  }

  /** By slug, else by id, else by a former slug; 404 for what the actor may not see. */
  async function get(actor: Actor, slugOrId: string): Promise<Post> {
    const post = await find(slugOrId);
    if (!post || !canView(actor, post)) throw notFound('posts.notFound');
    return post;
  }

  async function find(slugOrId: string, from: Db = db): Promise<Post | undefined> {
    const now = clock.now();
    // A slug is never all digits (contract decision 28).
    if (/^\d{1,15}$/.test(slugOrId)) return store.findPost(from, { id: Number(slugOrId) }, now);
    const bySlug = await store.findPost(from, { slug: slugOrId }, now);
    if (bySlug) return bySlug;
    const id = await store.findIdByOldSlug(from, slugOrId);
    return id === undefined ? undefined : store.findPost(from, { id }, now);
  }

  /** The post of a change: 404 where the actor may not see it, 403 where not edit it. */
  async function getForEdit(actor: Actor, slugOrId: string): Promise<Post> {
    const post = await get(actor, slugOrId);
    if (!canEdit(actor, post)) throw forbidden();
    return post;
  }

  async function toText(content: string): Promise<writes.PostContent> {
    const rendered = await markdown.render(content).catch((error: unknown) => {
      throw error instanceof TooComplexError ? invalidFields({ content: 'posts.contentTooComplex' }) : error;
    });
    return { content, rendered, rendererVersion };
  }

  async function create(author: User, input: PostInput): Promise<Post> {
    const id = await insert({ ...input, authorId: author.id, createdAt: clock.now() }, db);
    return get(author, String(id));
  }

  /** Inserts a post with its counters, in the caller's transaction where there is one; returns its id. */
  async function insert(input: ImportedPost, from: Db): Promise<number> {
    await keepCategory(from, input.categoryId);
    const text = await toText(input.content);
    const image = input.image ? await media.store(input.authorId, input.image, 'image') : null;
    const post: writes.NewPost = {
      ...input,
      ...text,
      categoryId: input.categoryId ?? null,
      imageId: image?.id ?? input.imageId ?? null,
      status: input.status ?? 'published',
      commentsEnabled: input.commentsEnabled ?? true,
    };
    return inTransaction(from, async (tx) => {
      await keepCategory(tx, post.categoryId);
      const id = await writes.insertPost(tx, post, input.slug ?? slugify(input.title, postSlugRules));
      if (post.status === 'published' && post.categoryId !== null)
        await categories.addPosts(tx, post.categoryId, 1);
      await accounts.count(tx, [{ id: post.authorId, posts: 1 }]);
      return id;
    });
  }

  async function keepCategory(tx: Db, categoryId: number | null | undefined): Promise<void> {
    if (typeof categoryId === 'number' && !(await categories.keep(tx, categoryId)))
      throw invalidFields({ category: 'posts.categoryUnknown' });
  }

  /**
   * Changes the given fields of a post that `getForEdit` has let through, and no others: what somebody else changes at
   * the same moment stays. When the new slug is taken meanwhile, the whole is done again with another one.
   */
  async function update(editor: User, post: Post, input: Partial<PostInput>): Promise<Post> {
    await keepCategory(db, input.categoryId);
    const text = input.content === undefined ? undefined : await toText(input.content);
    const image = input.image ? await media.store(editor.id, input.image, 'image') : input.image;
    const { title, categoryId, status, commentsEnabled } = input;
    const changes = { title, text, categoryId, status, commentsEnabled, imageId: image ? image.id : image };
    for (let attempt = 0; ; attempt += 1) {
      try {
        await inTransaction(db, (tx) => write(tx, editor, post.id, changes, attempt));
        return await get(editor, String(post.id));
      } catch (error) {
        if (!writes.isSlugTaken(error)) throw error;
      }
    }
  }

  async function write(
    tx: Db,
    editor: User,
    id: number,
    changes: writes.PostChanges,
    attempt: number,
  ): Promise<void> {
    const before = await store.lockPost(tx, id);
    if (!before) throw notFound('posts.notFound');
    await keepCategory(tx, changes.categoryId);
    const { title = before.title } = changes;
    const slug =
      title === before.title
        ? undefined
        : await writes.slugFor(tx, slugify(title, postSlugRules), attempt, id);
    await writes.updatePost(tx, before, { ...changes, slug }, { editorId: editor.id, now: clock.now() });
    await moveBetweenCategories(tx, before, changes);
    if (changes.status === 'draft') await dropPin(tx, before);
  }

  /** The account is held before the pin, as by everybody who changes it. */
  async function dropPin(
    tx: Db,
    { id, author_id: authorId }: { id: number; author_id: number },
  ): Promise<void> {
    await accounts.lock(tx, authorId);
    const pinned = await pins.findPinOfPost(tx, id);
    if (pinned && (await pins.deletePin(tx, pinned.accountId))) await ports.onUnpinned(tx, pinned);
  }

  type Placed = { category_id: number | null; status: string };

  /** Only published posts count in a category. Ids ascend, lest two moves wait for each other crosswise. */
  async function moveBetweenCategories(tx: Db, before: Placed, change: writes.PostChanges): Promise<void> {
    const counted = (place: Placed) => (place.status === 'published' ? place.category_id : null);
    const from = counted(before);
    const to = counted({
      category_id: change.categoryId === undefined ? before.category_id : change.categoryId,
      status: change.status ?? before.status,
    });
    if (from === to) return;
    const moves = [
      { id: from, difference: -1 },
      { id: to, difference: 1 },
    ];
    for (const { id, difference } of moves.sort((left, right) => (left.id ?? 0) - (right.id ?? 0)))
      if (id !== null) await categories.addPosts(tx, id, difference);
  }

  /**
   * Deletes a post that the actor may delete; 404 and 403 as in `getForEdit`. Locks go from the post over its category
   * to accounts, as everywhere.
   */
  async function remove(actor: Actor, slugOrId: string): Promise<void> {
    const post = await get(actor, slugOrId);
    if (!canDelete(actor, post)) throw forbidden();
    await inTransaction(db, async (tx) => {
      const before = await store.lockPost(tx, post.id);
      if (!before) throw notFound('posts.notFound');
      if (before.status === 'published' && before.category_id !== null)
        await categories.addPosts(tx, before.category_id, -1);
      const commenters = await ports.countComments(tx, post.id);
      await accounts.count(tx, [
        { id: before.author_id, posts: -1 },
        ...commenters.map(({ id, count }) => ({ id, comments: -count })),
      ]);
      await dropPin(tx, before);
      await writes.deletePost(tx, post.id);
    });
  }

  return {
    list,
    listOwn,
    listOfCategory,
    get,
    getForEdit,
    find,
    create,
    insert,
    update,
    remove,
    lock: store.lockPost,
    addComments: store.addToCommentsCount,
  };
}
