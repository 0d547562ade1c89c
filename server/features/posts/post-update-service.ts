import { isSameRevision, type RevisedFields } from '#contract/post-fields.ts';
import type { WaitingRule } from '#contract/publication-rules.ts';
import { postSlugRules, titleSlug } from '#contract/slug.ts';
import type { Accounts } from '#server/features/accounts/index.ts';
import { type Audit, changesOf } from '#server/features/audit/index.ts';
import { type Amount, type ClaimText, type QuotaClaims, textBytes } from '#server/features/quotas/index.ts';
import type { User } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { notFound } from '#server/platform/errors.ts';
import { insertWithFreeSlug } from '#server/platform/slug.ts';
import type { TextJudgePort } from '#server/platform/text-moderation.ts';
import { judgedText, needsJudgement, type Post } from './post.ts';
import type { PostAccess } from './post-access-service.ts';
import type { PostAnalysis } from './post-analysis-service.ts';
import type { PostCounters } from './post-counter-service.ts';
import { type PostInput, type PostInputs, slugTaken } from './post-input-service.ts';
import type { StoredText } from './post-render-service.ts';
import type { PostPorts } from './post-service.ts';
import * as store from './post-store.ts';
import * as writes from './post-write-store.ts';

/** The current post after a change; `isStale` if its version did not match and nothing was written. */
export type PostChange = { isStale: boolean; post: Post };

/** The versions of a post that the editor accepts; undefined for any. */
export type ExpectedVersions = number[] | undefined;

type Written = { isStale: boolean };
type LockedPost = NonNullable<Awaited<ReturnType<typeof store.lockPost>>>;

type Deps = {
  audit: Audit;
  db: Db;
  clock: Clock;
  access: Pick<PostAccess, 'get'>;
  inputs: PostInputs;
  counters: PostCounters;
  quotas: Pick<QuotaClaims, 'checkText'>;
  accounts: Pick<Accounts, 'requireStanding'>;
  analysis: Pick<PostAnalysis, 'analyseSoon'>;
  ports: Pick<PostPorts, 'onEdited'> & TextJudgePort;
};

export function createPostUpdate({
  audit,
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
  /**
   * Changes the given fields of a post that passed `getForEdit`, if its version is still an expected one. Other fields keep
   * concurrent changes. If the new slug is taken in the meantime, the transaction runs again with another slug.
   */
  async function update(
    editor: User,
    post: Post,
    input: Partial<PostInput>,
    expected?: ExpectedVersions,
  ): Promise<PostChange> {
    await inputs.requireCategory(db, input.categoryId);
    inputs.requireSlug(input.custom_slug);
    const claim = await quotas.checkText(editor, quotaDelta(post, input));
    const { image: _image, imageUrl: _imageUrl, ...fields } = input;
    const { title, content } = fields;
    const text = content === undefined ? undefined : await inputs.renderUserContent(editor, content);
    const imageId = await inputs.resolveCover(input, { editorId: editor.id, postId: post.id });
    const changes = { ...fields, text, imageId };
    const mayShow = post.author.id === editor.id && (input.status ?? post.status) === 'published';
    /** Repeats the change if another one came between the reading of the stored text and the lock. */
    const insert = async (slug: string, needsText = mayShow): Promise<Written | undefined> => {
      const stored = needsText ? await inputs.readStored(editor, post.id) : undefined;
      const written = await inTransaction(db, (tx) =>
        change(tx, post.id, { ...changes, slug }, { editor, claim, expected, stored }),
      ).catch((error: unknown) => {
        if (writes.isSlugTaken(error)) return undefined;
        throw error;
      });
      return written === 'outdated' ? insert(slug, true) : written;
    };
    const written =
      typeof fields.custom_slug === 'string'
        ? await insert(fields.custom_slug)
        : await insertWithFreeSlug(titleSlug(title ?? post.title, postSlugRules), {
            maxLength: postSlugRules.maxLength,
            findTaken: (slugs) =>
              writes.findTakenSlugs(db, slugs, { authorId: post.author.id, postId: post.id }),
            insert,
          });
    if (!written) throw slugTaken();
    return { isStale: written.isStale, post: await access.get(editor, String(post.id)) };
  }

  /** Returns undefined if the slug is no longer free. */
  async function change(
    tx: Db,
    id: number,
    { slug, ...changes }: writes.PostChanges & { slug: string },
    {
      editor,
      claim,
      expected,
      stored,
    }: { editor: User; claim: ClaimText; expected: ExpectedVersions; stored: StoredText | undefined },
  ): Promise<Written | 'outdated' | undefined> {
    const before = await store.lockPost(tx, id);
    if (!before) throw notFound('posts.notFound');
    if (expected && !expected.includes(before.version)) return { isStale: true };
    const isOwn = before.author_id === editor.id;
    // A hidden post stays hidden; a new status applies when a moderator restores it.
    const isHidden = before.status === 'hidden';
    const isJudged = isOwn && !isHidden && (changes.status ?? before.status) === 'published';
    if (isJudged && before.version !== stored?.version) return 'outdated';
    await claim(tx);
    await accounts.requireStanding(tx, editor, isOwn ? 'posts.write' : 'texts.edit');
    const { title = before.title, categoryId = before.category_id } = changes;
    const plan = inputs.resolvePlan(store.publicationPlanOf(before), changes);
    const waitingRule = isJudged && stored ? await judge(tx, before, changes, stored) : null;
    const status = isHidden || waitingRule ? 'hidden' : plan.status;
    await inputs.requireCategory(tx, changes.categoryId);
    const isRenaming = needsSlug(before, { title, custom: changes.custom_slug, slug });
    const owner = { authorId: before.author_id, postId: id };
    if (isRenaming && !(await writes.reserveSlug(tx, slug, owner))) return undefined;
    const values = {
      ...changes,
      ...(isRenaming && { slug }),
      ...plan,
      ...(isHidden && { status: undefined, hiddenStatus: plan.status }),
      waitingRule,
    };
    if (!isOwn) {
      await recordEdit(tx, before, changes);
      await ports.onEdited(tx, { postId: id, authorId: before.author_id, title, editor });
    }
    await writes.updatePost(tx, before, values, { editorId: editor.id, now: clock.now() });
    await counters.updateCounters(tx, { id, authorId: before.author_id }, before, {
      ...before,
      status,
      category_id: categoryId,
    });
    if (changes.status === 'draft' || waitingRule) await counters.dropPin(tx, before);
    await analysis.analyseSoon(tx, id);
    return { isStale: false };
  }

  /** Why a post waits for a moderator after a change of its author; throws if it must not be published. */
  async function judge(
    tx: Db,
    before: LockedPost,
    { text, categoryId = before.category_id, imageId = before.image_id, ...changes }: writes.PostChanges,
    stored: StoredText,
  ): Promise<WaitingRule | null> {
    const wasShown = before.status === 'published';
    const fields = { ...before, ...changes, category_id: categoryId, image_id: imageId };
    const after = { ...fields, content: text?.content ?? before.content };
    if (wasShown && !needsJudgement(before, after)) return null;
    const { rule, refusal } = await ports.judge(tx, {
      authorId: before.author_id,
      categoryId,
      text: judgedText(after, text?.rendered.read ?? stored.article),
      before: wasShown ? judgedText(before, stored.article) : undefined,
    });
    if (refusal) throw refusal;
    return rule;
  }

  async function recordEdit(tx: Db, before: LockedPost, changes: writes.PostChanges): Promise<void> {
    const { id, title, version } = before;
    const changed = changesOf(
      { title, content: before.content, status: before.status, category: before.category_id },
      {
        title: changes.title ?? title,
        content: changes.text?.content ?? before.content,
        status: changes.status ?? before.status,
        category: changes.categoryId === undefined ? before.category_id : changes.categoryId,
      },
    );
    await audit.record(tx, {
      action: 'post.edit',
      target: { kind: 'post', id, name: title },
      before: { version, ...changed?.before },
      ...(changed && { after: changed.after }),
    });
  }

  return { update };
}

/**
 * Whether a post gets the slug: one that its author chose, or, without one, that of a new title. A post whose author no longer
 * chooses one follows its title again.
 */
function needsSlug(
  before: { title: string; slug: string; custom_slug: string | null },
  { title, custom, slug }: { title: string; custom: string | null | undefined; slug: string },
): boolean {
  if (typeof custom === 'string') return slug !== before.slug;
  if (before.custom_slug !== null) return custom === null;
  return title !== before.title;
}

/**
 * What a change adds to the quota: the previous text as a revision, and the growth of the post; or its former slug. That of a
 * new title is limited by the revisions.
 */
function quotaDelta(
  before: RevisedFields & { custom_slug: string | null },
  after: Partial<RevisedFields & { custom_slug: string | null }>,
): { posts?: Amount; revisions?: Amount } {
  const { title = before.title, content = before.content, custom_slug: slug = before.custom_slug } = after;
  const bytes = textBytes(before.title, before.content);
  const posts = { items: Number(slug !== before.custom_slug), bytes: textBytes(title, content) - bytes };
  return isSameRevision(before, after) ? { posts } : { posts, revisions: { items: 1, bytes } };
}
