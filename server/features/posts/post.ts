import type { CategoryInfo } from '#contract/categories.ts';
import type { ImageFocus, PostFields, RevisedFields } from '#contract/post-fields.ts';
import type { PostStatus } from '#contract/posts.ts';
import { t } from '#locales/index.ts';
import type { Author, HiddenInfo } from '#server/features/accounts/index.ts';
import { type Actor, can } from '#server/platform/actor.ts';
import type { Picture } from '#server/platform/picture.ts';
import { joinTexts, type ReadText, readTexts } from '#server/platform/text-reading.ts';

export type PostCategory = CategoryInfo;

/** The status that the author chose, or hidden by a moderator. */
export type PostState = PostStatus | 'hidden';
/** `status` is the status that the author chose. */
export type HiddenPostInfo = HiddenInfo & { status: PostStatus };

type JudgedFields = Pick<PostFields, 'title' | 'standfirst' | 'image_caption' | 'custom_slug'>;
const judgedFieldsOf = (post: JudgedFields): string[] => [
  post.title,
  post.standfirst ?? '',
  post.image_caption ?? '',
  post.custom_slug ?? '',
];

/** A post as the rules of publication see it; a worker has read its article. */
export const judgedText = (post: JudgedFields, article: ReadText): ReadText =>
  joinTexts(readTexts(judgedFieldsOf(post)), article);

type JudgedPost = JudgedFields & { content: string; image_id: number | null; category_id: number | null };

/** Whether a change shows something that the rules of publication have not judged. */
export const needsJudgement = (before: JudgedPost, after: JudgedPost): boolean =>
  before.content !== after.content ||
  before.category_id !== after.category_id ||
  (after.image_id !== null && before.image_id !== after.image_id) ||
  judgedFieldsOf(before).join('\n') !== judgedFieldsOf(after).join('\n');

export type PostNames = { title: string; slug: string };

/** A post in a list; `content` is truncated. */
export type PostSummary = {
  id: number;
  title: string;
  slug: string;
  content: string;
  excerpt: string;
  standfirst: string | null;
  image: Picture | null;
  imageFocus: ImageFocus | null;
  category: PostCategory | null;
  author: Author;
  status: PostState;
  hidden: HiddenPostInfo | null;
  /** When and by whom a moderator took the post off the front page. */
  offFrontPage: { at: Date; by: Author | null } | null;
  /** The last public title and slug of a post that is no longer public. */
  publicNames: PostNames | null;
  /** When to publish the draft. */
  publishAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  viewsCount: number;
  commentsCount: number;
  readingTimeMinutes: number;
  /**
   * When the post was pinned, if the pin is in effect: the author has a subscription now and the post is published. In
   * lists the pin must also be in the current rotation.
   */
  pinnedAt: Date | null;
};

/** A version of a post in a list, with its editor and time. */
export type PostRevisionSummary = {
  version: number;
  title: string;
  createdAt: Date;
  editor: Author | null;
};
export type PostRevision = PostRevisionSummary & RevisedFields & { image: Picture | null };

/** What was wrong in a published post and has been corrected. */
export type PostCorrection = { id: number; text: string; createdAt: Date };

export type Post = PostSummary &
  PostFields & {
    /** When a revised field last changed in public. */
    editedAt: Date | null;
    /** Oldest first. */
    corrections: PostCorrection[];
    contentHtml: string;
    version: number;
  };

export const maxTopPosts = 10;
export const maxFeaturedPins = 3;
export const maxFeaturedPopular = 6;
export const featuredAgeMs = 7 * 24 * 3_600_000;

type Owned = { author: { id: number }; status: PostState };
/** The fields that access rules need. */
type AccessFields = Owned & { hidden: { status: PostStatus } | null };
/** A post that another object mentions, such as a comment. */
export type MentionedPost = AccessFields & PostNames & { id: number; publicNames: PostNames | null };

const isAuthor = (actor: Actor, post: Owned): boolean => actor.kind === 'user' && actor.id === post.author.id;

/**
 * A draft is visible only to its author and staff, a hidden post also to moderators unless its author turned it into a
 * draft.
 */
export const canView = (actor: Actor, post: AccessFields): boolean =>
  post.status === 'published' ||
  isAuthor(actor, post) ||
  can(actor, 'drafts.read') ||
  (post.hidden?.status === 'published' && can(actor, 'content.moderate'));

/** The title and slug of a post for the actor: the last public ones if the actor may not see the post. */
export function namesFor(actor: Actor, post: MentionedPost): PostNames {
  if (canView(actor, post)) return { title: post.title, slug: post.slug };
  // The post was never public. Clients need non-empty values.
  return post.publicNames ?? { title: t('posts.withdrawn'), slug: String(post.id) };
}

/** The status that the author chose. */
export const wantedStatus = ({ status, hidden }: Pick<PostSummary, 'status' | 'hidden'>): PostStatus =>
  hidden?.status ?? (status === 'draft' ? 'draft' : 'published');

/** The status that the author chose, and when to publish a draft. */
export type PublicationPlan = { status: PostStatus; publishAt: Date | null };

/** Applies changes to a plan. Returns a message key if a post that is not a draft, or a past time, is scheduled. */
export function applyPlanChanges(
  before: PublicationPlan,
  changes: { status?: PostStatus | undefined; publishAt?: Date | null | undefined },
  now: Date,
): PublicationPlan | 'posts.scheduleNeedsDraft' | 'posts.scheduleInPast' {
  const { status = before.status, publishAt = status === 'draft' ? before.publishAt : null } = changes;
  if (publishAt === null) return { status, publishAt };
  if (status !== 'draft') return 'posts.scheduleNeedsDraft';
  const isNew = publishAt.getTime() !== before.publishAt?.getTime();
  return isNew && publishAt <= now ? 'posts.scheduleInPast' : { status, publishAt };
}

export const canEdit = (actor: Actor, post: Owned): boolean =>
  isAuthor(actor, post) || can(actor, 'texts.edit');

/** Moderators delete, but do not edit the posts of others. */
export const canDelete = (actor: Actor, post: Owned): boolean =>
  canEdit(actor, post) || can(actor, 'texts.delete');

export const canPin = (actor: Actor, post: Owned, now: Date): boolean =>
  actor.kind === 'user' &&
  isAuthor(actor, post) &&
  post.status === 'published' &&
  actor.subscriberUntil !== null &&
  actor.subscriberUntil > now;

/**
 * What counters depend on: every post counts for its author; a published one also in its category and, with its comments, in
 * the totals.
 */
export type CountedState = { status: string; category_id: number | null; comments_count: number };
export type CountChanges = {
  all: number;
  published: number;
  comments: number;
  categories: Array<[id: number, by: number]>;
};

/**
 * The counter changes for a post that changes from one state to another; undefined means that the post does not exist.
 * Categories ascend, so that two moves do not deadlock.
 */
export function countChanges(
  before: CountedState | undefined,
  after: CountedState | undefined,
): CountChanges {
  const isPublished = (state: CountedState | undefined) => state?.status === 'published';
  const comments = (state: CountedState | undefined) => (isPublished(state) ? state?.comments_count : 0) ?? 0;
  const countedCategory = (state: CountedState | undefined) =>
    (isPublished(state) ? state?.category_id : null) ?? null;
  const from = countedCategory(before);
  const to = countedCategory(after);
  const categories: CountChanges['categories'] = [];
  if (from !== null && from !== to) categories.push([from, -1]);
  if (to !== null && from !== to) categories.push([to, 1]);
  return {
    all: Number(after !== undefined) - Number(before !== undefined),
    published: Number(isPublished(after)) - Number(isPublished(before)),
    comments: comments(after) - comments(before),
    categories: categories.sort(([left], [right]) => left - right),
  };
}
