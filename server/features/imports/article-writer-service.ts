import { createHash } from 'node:crypto';
import type { Categories } from '#server/features/categories/index.ts';
import type { Comments, CopiedComment, ImportedComment } from '#server/features/comments/index.ts';
import type { CopiedState, Post, Posts, PreparedPost } from '#server/features/posts/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { type Article, publishIfDue } from './article.ts';
import type { Outcome } from './article-plan.ts';
import type { AuthorResolver } from './author-service.ts';
import { createCategoryFinder } from './category-data.ts';
import type { CommentPlan } from './comment-data.ts';
import { getCommentsPath } from './copy-layout.ts';
import type { ImportSource, SourceArticle } from './import-source.ts';
import * as store from './import-store.ts';
import { normaliseAddresses } from './old-address.ts';
import type { createPictureImporter } from './picture-import-service.ts';
import { type Problem, refuse, withLocation } from './problem.ts';
import { describeSlugOwner } from './slug-owner-service.ts';
import type { YamlText } from './yaml-value.ts';

/** An article whose accounts and pictures exist on the site, with its rendered text. */
export type PreparedArticle = {
  file: string;
  id: string;
  article: Article;
  post: PreparedPost;
  hash: string;
  isScheduled: boolean;
  comments: PreparedComment[];
  state: CopiedState<number> | undefined;
  notes: Problem[];
  isIncomplete: boolean;
};

/** Writes the result for a file into the report of the run. */
export type Recorder = (db: Db, outcome: Outcome) => Promise<void>;

type PreparedComment = Pick<CommentPlan, 'createdAt' | 'content' | 'hiddenReason'> & {
  id: string;
  authorId: number;
  copied?: CopiedComment | undefined;
  replies: PreparedComment[];
};
type KnownPost = { item: store.Item; post: Post };
type Deps = {
  db: Db;
  clock: Clock;
  categories: Pick<Categories, 'find' | 'findByName' | 'create'>;
  posts: Pick<
    Posts,
    'find' | 'lock' | 'prepareImported' | 'insertImported' | 'replaceImported' | 'setCopiedState'
  >;
  comments: Pick<Comments, 'insertImported' | 'setCopiedDiscussion'>;
  source: ImportSource;
  runId: number;
  authors: AuthorResolver;
  pictures: ReturnType<typeof createPictureImporter>;
  defaultAuthor: string | undefined;
  /** Whether articles that the site has may be changed. */
  canUpdate: boolean;
};

const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');

/** Writes the articles of one import. */
export function createArticleWriter(deps: Deps) {
  const { db, clock, posts, authors, pictures, source, runId } = deps;
  // In the order of the articles, so that people with the same name get the same usernames in every import.
  const inTurn = createTurns();
  const findPlan = createCategoryFinder(source.knownCategories);

  const keyOf = (kind: store.ItemKind, sourceId: string): store.ItemKey => ({
    source: source.key,
    kind,
    // An id of a source is short; the path of a file need not be.
    sourceId: sourceId.length > 300 ? hashOf(sourceId) : sourceId,
  });

  /** The post that an import has written for an article, if it still exists. */
  async function findKnown(id: string): Promise<KnownPost | undefined> {
    const item = await store.findItem(db, keyOf('post', id));
    const post = item && (await posts.find(String(item.objectId)));
    return post && { item, post };
  }

  async function findAuthorId({ author }: Article, known: KnownPost | undefined): Promise<number> {
    if (author) return withLocation({ line: author.line }, () => authors.getId(author));
    // A repeated import needs no name again.
    if (deps.defaultAuthor === undefined && known) return known.post.author.id;
    if (deps.defaultAuthor === undefined && source.author) return authors.getId(source.author);
    return deps.defaultAuthor === undefined
      ? refuse('imports.authorMissing', { line: 1 })
      : authors.getDefaultId(deps.defaultAuthor);
  }

  async function withAuthors(plans: CommentPlan[], file: string): Promise<PreparedComment[]> {
    const prepared: PreparedComment[] = [];
    for (const { author, replies, id, copied, ...comment } of plans)
      prepared.push({
        ...comment,
        copied: copied && (await resolveComment(copied)),
        id: id ?? hashOf([file, author.text, comment.createdAt, comment.content]),
        authorId: await withLocation({ about: `${file}:${author.line}` }, () => authors.getId(author)),
        replies: await withAuthors(replies, file),
      });
    return prepared;
  }

  const findId = (reference: YamlText | null): Promise<number> | null =>
    reference && authors.getId(reference);

  async function resolveComment({
    removed,
    ...comment
  }: NonNullable<CommentPlan['copied']>): Promise<CopiedComment> {
    return { ...comment, removed: removed && { ...removed, by: await findId(removed.by) } };
  }

  async function resolveState({ copied }: Article): Promise<CopiedState<number> | undefined> {
    if (!copied) return undefined;
    const { hidden, offFrontPage, corrections, ...state } = copied.state;
    const resolved: CopiedState<number>['corrections'] = [];
    for (const { editor, ...correction } of corrections)
      resolved.push({ ...correction, editor: await findId(editor) });
    return {
      ...state,
      hidden: hidden && { ...hidden, by: await findId(hidden.by) },
      offFrontPage: offFrontPage && { ...offFrontPage, by: await findId(offFrontPage.by) },
      corrections: resolved,
    };
  }

  /** The category with this slug or name, created if it does not exist. An existing one is not changed. */
  async function findOrCreateCategory(category: YamlText): Promise<number> {
    const plan = findPlan(category);
    const { name } = plan;
    const find = async () =>
      (await deps.categories.find(plan.slug)) ?? (await deps.categories.findByName(name));
    const create = () =>
      inTransaction(db, async (tx) => {
        const objectId = await deps.categories.create(tx, plan);
        if (objectId !== undefined)
          await store.putItem(tx, keyOf('category', plan.slug), {
            runId,
            objectId,
            hash: hashOf([name, plan.description]),
          });
        return objectId;
      });
    const id = (await find())?.id ?? (await create()) ?? (await find())?.id;
    return id ?? refuse('imports.categoryTaken', { line: category.line }, { name });
  }

  /** Adds the comments that the site does not have; those that were deleted here stay deleted, with their replies. */
  async function writeComments(tx: Db, postId: number, comments: PreparedComment[]): Promise<void> {
    if (comments.length === 0) return;
    const sourceIds = idsOf(comments).map((id) => keyOf('comment', id).sourceId);
    const items = await store.findItems(tx, keyOf('comment', ''), sourceIds);
    const active = await store.findActiveComments(
      tx,
      [...items.values()].map(({ objectId }) => objectId),
    );
    const added: Array<ImportedComment & { sourceId: string }> = [];

    function collectNew(siblings: PreparedComment[], parent: ImportedComment['parent']): void {
      // In chronological order, because discussions are paginated by id.
      for (const { replies, id, ...comment } of siblings.toSorted(byTime)) {
        const { sourceId } = keyOf('comment', id);
        const item = items.get(sourceId);
        if (item && !active.has(item.objectId)) continue;
        const place = item ? { id: item.objectId } : { index: added.length };
        if (!item) added.push({ ...comment, parent, sourceId });
        if (comment.hiddenReason === undefined) collectNew(replies, place);
      }
    }

    collectNew(comments, null);
    const ids = await deps.comments.insertImported(tx, postId, added);
    // Comments that are the same, down to their time, share an id of the source.
    const written = new Map(added.map(({ sourceId }, index) => [sourceId, ids[index] as number]));
    await store.putItems(
      tx,
      { source: source.key, kind: 'comment', runId },
      [...written].map(([sourceId, objectId]) => ({ sourceId, objectId })),
    );
  }

  /** Whether an import has written this article before, and the article still exists. */
  async function findWritten(tx: Db, id: string) {
    const item = await store.findItem(tx, keyOf('post', id));
    const post = item && (await posts.lock(tx, item.objectId));
    return item && post ? { item, post } : undefined;
  }

  /** The result for an article for which this import has nothing to do, if that is clear without preparing it. */
  async function findDone(
    { file, article }: SourceArticle,
    known: KnownPost | undefined,
  ): Promise<Outcome | undefined> {
    // An article that was deleted here is written again.
    if (known) return deps.canUpdate ? undefined : { file };
    return findTaken(db, file, article);
  }

  /** The article that has the slug of another one, in a source whose articles are known by it. */
  async function findTaken(tx: Db, file: string, { slug }: Article): Promise<Outcome | undefined> {
    const post = source.isKnownBySlug ? await posts.find(slug, tx) : undefined;
    if (!post) return undefined;
    return { file, isTaken: true, problem: await describeSlugOwner(tx, { slug, postId: post.id }, source) };
  }

  /** Whether the site has the article and all its comments as the source has them. */
  async function isUnchanged(
    { item }: KnownPost,
    hash: string,
    comments: PreparedComment[],
  ): Promise<boolean> {
    if (item.hash !== hash) return false;
    const ids = idsOf(comments).map((one) => keyOf('comment', one).sourceId);
    return (await store.findItems(db, keyOf('comment', ''), ids)).size === new Set(ids).size;
  }

  async function insert(
    tx: Db,
    { article, post, state, isScheduled, ...ready }: PreparedArticle,
    categoryId: number | null,
  ): Promise<Outcome> {
    const taken = await findTaken(tx, ready.file, article);
    if (taken) return taken;
    const { views, copied } = article;
    const postId = await posts.insertImported(tx, { ...post, categoryId }, views, copied?.readerViews);
    if (state) await posts.setCopiedState(tx, postId, state);
    if (copied) await deps.comments.setCopiedDiscussion(tx, postId, copied.discussion);
    const written = await posts.lock(tx, postId);
    const item = { runId, objectId: postId, hash: ready.hash, isScheduled };
    await store.putItem(tx, keyOf('post', ready.id), { ...item, version: written?.version ?? 1 });
    await writeComments(tx, postId, ready.comments);
    const slug = written?.slug ?? article.slug;
    await store.addRedirects(tx, postId, addressesOf(article, slug));
    if (slug === article.slug) return { file: ready.file, slug, notes: ready.notes };
    const renamed: Problem = { key: 'imports.slugChanged', values: { slug } };
    const other = await posts.find(article.slug, tx);
    const owner = other && (await describeSlugOwner(tx, { slug: article.slug, postId: other.id }, source));
    return { file: ready.file, slug, notes: [...ready.notes, renamed, ...(owner ? [owner] : [])] };
  }

  async function update(
    tx: Db,
    { item, post: before }: NonNullable<Awaited<ReturnType<typeof findWritten>>>,
    { article, post, state, isScheduled, ...ready }: PreparedArticle,
    categoryId: number | null,
  ): Promise<Outcome> {
    const { file, hash, notes } = ready;
    if (isTouched(item, before)) return { file, problem: { key: 'imports.edited' }, isKept: true };
    if (item.hash !== hash) {
      const version = await posts.replaceImported(tx, before, { ...post, categoryId });
      if (state) await posts.setCopiedState(tx, before.id, state);
      const { copied } = article;
      if (copied) await deps.comments.setCopiedDiscussion(tx, before.id, copied.discussion);
      const written = { runId, objectId: before.id, hash, version, isScheduled };
      await store.putItem(tx, keyOf('post', ready.id), written);
    }
    if (post.status === 'published' || state) await writeComments(tx, before.id, ready.comments);
    await store.addRedirects(tx, before.id, addressesOf(article, before.slug));
    return { file, slug: before.slug, isUpdate: true, notes };
  }

  /** The result for an article if the import has nothing to do for it. */
  async function findPeople(plan: SourceArticle) {
    const known = await findKnown(plan.id);
    const done = await findDone(plan, known);
    if (done) return done;
    const article = publishIfDue(plan.article, clock.now());
    const authorId = await findAuthorId(article, known);
    const comments = await withAuthors(plan.comments, getCommentsPath(article.slug));
    return { known, article, authorId, comments };
  }

  return {
    /**
     * Creates missing accounts and pictures and renders the text, so that no transaction waits for it. The result is final if
     * there is nothing to do. Articles may be prepared concurrently.
     */
    async prepare(plan: SourceArticle): Promise<PreparedArticle | Outcome> {
      const { file, id } = plan;
      const people = await inTurn(() => findPeople(plan));
      if (!('known' in people)) return people;
      const { known, article, authorId, comments } = people;
      const { slug, title, standfirst, imageCaption: image_caption, createdAt, status, publishAt } = article;
      const comments_enabled = article.commentsEnabled;
      const { problems, ...stored } = await pictures.store(article, authorId);
      const texts = { title, standfirst, image_caption };
      // As the source says it: the time that passes changes nothing.
      const { status: state, publishAt: planned, category } = plan.article;
      const date = plan.article.isUndated ? null : plan.article.createdAt;
      const fields = [slug, texts, stored, date, state, planned, category?.text];
      const { copied } = plan.article;
      // Open discussions leave the hashes of earlier imports as they are.
      const more = [...(comments_enabled ? [] : ['closed']), ...(copied ? [copied] : [])];
      const hash = hashOf([...fields, authorId, ...more]);
      const isIncomplete = problems.length > 0;
      if (known && (await isUnchanged(known, hash, comments))) return { file, isIncomplete };
      const settings = { ...copied?.fields, comments_enabled };
      const input = { slug, ...texts, ...settings, createdAt, status, publishAt, authorId, ...stored };
      const post = await posts.prepareImported(input);
      const { image } = article;
      const isElsewhere = image !== undefined && !source.pictures.owns(image.text);
      const notes: Problem[] = isElsewhere
        ? [{ key: 'imports.pictureElsewhere', line: image.line, about: image.text }, ...problems]
        : problems;
      const isScheduled = publishAt !== null;
      return {
        ...{ file, id, article, post, hash, comments, notes, isScheduled },
        state: await resolveState(article),
        isIncomplete,
      };
    },

    /** Creates the categories that no article names. */
    async writeCategories(): Promise<void> {
      for (const text of source.knownCategories.keys()) await findOrCreateCategory({ text, line: 1 });
    },

    /**
     * Writes an article with its comments and its lines in the report. Not concurrently: articles change the counters of the same
     * accounts, which could deadlock.
     */
    async write(ready: PreparedArticle, record: Recorder): Promise<Outcome> {
      const { category, slug } = ready.article;
      const categoryId = category ? await findOrCreateCategory(category) : null;
      return inTransaction(db, async (tx) => {
        await store.beginWrite(tx, source.isKnownBySlug ? slug : `${source.key} ${ready.id}`);
        const written = await findWritten(tx, ready.id);
        const result = await (written
          ? update(tx, written, ready, categoryId)
          : insert(tx, ready, categoryId));
        const outcome = { ...result, isIncomplete: ready.isIncomplete };
        await record(tx, outcome);
        return outcome;
      });
    },
  };
}

/** Executes works one after the other, in the order of the calls. */
function createTurns() {
  let last: Promise<unknown> = Promise.resolve();
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}

/** A copy has the addresses as they are stored, however many there are. */
const addressesOf = ({ copied, addresses }: Article, slug: string): string[] =>
  copied ? addresses.filter((path) => /^\/[^\0]{1,499}$/.test(path)) : normaliseAddresses(addresses, slug);

const byTime = (left: PreparedComment, right: PreparedComment): number =>
  left.createdAt.getTime() - right.createdAt.getTime();

const idsOf = (comments: PreparedComment[]): string[] =>
  comments.flatMap(({ id, replies }) => [id, ...idsOf(replies)]);

/** Whether somebody has changed an article since the import wrote it. Its publication at the planned time is no change. */
export function isTouched(
  item: Pick<store.Item, 'version' | 'isScheduled'>,
  post: { version: number; status: string },
): boolean {
  const allowed = (item.version ?? 0) + (item.isScheduled && post.status === 'published' ? 1 : 0);
  return post.version > allowed || post.status === 'hidden';
}
