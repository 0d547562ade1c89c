import { postFieldDefaults } from '#contract/post-fields.ts';
import type { WaitingRule } from '#contract/publication-rules.ts';
import { postSlugRules, titleSlug } from '#contract/slug.ts';
import type { Accounts } from '#server/features/accounts/index.ts';
import { type QuotaClaims, textBytes } from '#server/features/quotas/index.ts';
import type { User } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { moscowDay } from '#server/platform/moscow-day.ts';
import type { TextJudgePort } from '#server/platform/text-moderation.ts';
import { addCopiedPlacements, setCopiedState } from './copied-post-store.ts';
import { judgedText, type Post } from './post.ts';
import type { PostAccess } from './post-access-service.ts';
import type { PostAnalysis } from './post-analysis-service.ts';
import type { PostContent } from './post-content-store.ts';
import type { PostCounters } from './post-counter-service.ts';
import { type PostInput, type PostInputs, slugTaken } from './post-input-service.ts';
import type { lockPost } from './post-store.ts';
import * as writes from './post-write-store.ts';
import { otherSource } from './view-source.ts';
import { addViews } from './view-store.ts';

type NewPostInput = PostInput & {
  authorId: number;
  createdAt: Date;
  slug?: string;
  /** An image stored in media. */
  imageId?: number | null;
};
export type ImportedPost = NewPostInput & { slug: string };

/** A post with its rendered text, ready to be inserted. */
export type PreparedPost = writes.NewPost & { slug: string };

type LockedPost = NonNullable<Awaited<ReturnType<typeof lockPost>>>;

type Deps = {
  db: Db;
  clock: Clock;
  access: Pick<PostAccess, 'get'>;
  inputs: PostInputs;
  counters: PostCounters;
  quotas: Pick<QuotaClaims, 'checkText'>;
  accounts: Pick<Accounts, 'requireStanding'>;
  analysis: Pick<PostAnalysis, 'analyseSoon'>;
  ports: TextJudgePort;
};

export function createPostCreation({
  db,
  clock,
  access,
  inputs,
  counters,
  quotas,
  accounts,
  analysis,
  ports,
}: Deps) {
  /** Creates a post; `commitResponse` stores the response in the same transaction. */
  async function create<Result>(
    author: User,
    input: PostInput,
    commitResponse: (tx: Db, post: Post) => Promise<Result>,
  ): Promise<Result> {
    const added = { posts: { items: 1, bytes: textBytes(input.title, input.content) } };
    const claim = await quotas.checkText(author, added);
    const values = { ...input, authorId: author.id, createdAt: clock.now(), isImported: false };
    const post = await prepare(values, () => inputs.renderUserContent(author, input.content));
    return inTransaction(db, async (tx) => {
      await claim(tx);
      await accounts.requireStanding(tx, author, 'posts.write');
      const id = await write(tx, { ...post, waitingRule: await judge(tx, post) });
      await analysis.analyseSoon(tx, id);
      return commitResponse(tx, await access.get(author, String(id), tx));
    });
  }

  /** Why a new post waits for a moderator; throws if it must not be published. */
  async function judge(tx: Db, post: PreparedPost): Promise<WaitingRule | null> {
    if (post.status !== 'published') return null;
    const { authorId, categoryId, rendered } = post;
    const text = judgedText(post, rendered.read);
    const { rule, refusal } = await ports.judge(tx, { authorId, categoryId, text });
    if (refusal) throw refusal;
    return rule;
  }

  /** Prepares an imported post for `insertImported`; renders its Markdown. */
  async function prepareImported(input: ImportedPost): Promise<PreparedPost> {
    return prepare({ ...input, isImported: true }, () => inputs.renderContent(input.content, 'imports'));
  }

  /** Inserts an imported post with its earlier views, which count for its first day; updates the counters. Returns its id. */
  async function insertImported(tx: Db, post: PreparedPost, views = 0, readerViews = views): Promise<number> {
    await writes.releaseSlug(tx, post.slug);
    const postId = await write(tx, post);
    const day = moscowDay(post.createdAt);
    const counts = { all: views, ofReaders: readerViews, finishes: 0 };
    const bySource = new Map(readerViews > 0 ? [[otherSource, readerViews]] : []);
    if (views > 0) await addViews(tx, [{ postId, day, ...counts, bySource }]);
    return postId;
  }

  /** Replaces a locked post by what an import brings now; nobody has edited it. Returns the new version. */
  async function replaceImported(tx: Db, before: LockedPost, post: PreparedPost): Promise<number> {
    await inputs.requireCategory(tx, post.categoryId);
    const version = await writes.replacePost(tx, before, post);
    const { id, author_id: authorId } = before;
    await counters.updateCounters(tx, { id, authorId }, before, {
      ...before,
      status: post.status,
      category_id: post.categoryId,
    });
    if (post.status !== 'published') await counters.dropPin(tx, before);
    return version;
  }

  /** Does the slow work before the transaction. */
  async function prepare(
    input: NewPostInput & { isImported: boolean },
    render: () => Promise<PostContent>,
  ): Promise<PreparedPost> {
    await inputs.requireCategory(db, input.categoryId);
    inputs.requireSlug(input.custom_slug);
    const status = input.publishAt ? 'draft' : 'published';
    const plan = inputs.resolvePlan({ status, publishAt: null }, input);
    const text = await render();
    const imageId = await inputs.resolveCover(input, { editorId: input.authorId, postId: null });
    return {
      ...postFieldDefaults,
      ...input,
      ...text,
      slug: input.custom_slug ?? input.slug ?? titleSlug(input.title, postSlugRules),
      categoryId: input.categoryId ?? null,
      imageId: imageId ?? input.imageId ?? null,
      ...plan,
    };
  }

  async function write(tx: Db, { slug, ...post }: PreparedPost): Promise<number> {
    const { authorId, categoryId } = post;
    const status = post.waitingRule ? 'hidden' : post.status;
    await inputs.requireCategory(tx, categoryId);
    const id = await writes.insertPost(tx, post, slug);
    if (id === undefined) throw slugTaken();
    await counters.updateCounters(tx, { id, authorId }, undefined, {
      status,
      category_id: categoryId,
      comments_count: 0,
    });
    return id;
  }

  return { create, prepareImported, insertImported, replaceImported, setCopiedState, addCopiedPlacements };
}
