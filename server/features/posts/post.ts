import type { PostStatus } from '#contract/posts.ts';
import { type Actor, isModerator } from '#server/platform/actor.ts';
import type { Picture } from '#server/platform/picture.ts';
import { t } from '#text/index.ts';

export type PostAuthor = {
  id: number;
  username: string;
  firstName: string;
  lastName: string;
  avatar: Picture | null;
};
export type PostCategory = { id: number; name: string; slug: string };

/** What becomes of a post: as its author wants it, or out of sight because a moderator has hidden it. */
export type PostState = PostStatus | 'hidden';
/** Who has hidden a post, when and why; `status` is what its author wants it to be. */
export type Hiding = { status: PostStatus; at: Date; by: PostAuthor | null; reason: string };

/** What a post is called, and where it is found. */
export type Names = { title: string; slug: string };

/** A post as lists show it; `content` is only its beginning. */
export type PostSummary = {
  id: number;
  title: string;
  slug: string;
  content: string;
  excerpt: string;
  image: Picture | null;
  category: PostCategory | null;
  author: PostAuthor;
  status: PostState;
  hidden: Hiding | null;
  /** What readers knew the post by, where it was public and no longer is. */
  publicNames: Names | null;
  /** When the draft is to be published. */
  publishAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  viewsCount: number;
  commentsCount: number;
  readingTimeMinutes: number;
  /**
   * When the post was pinned, if the pin is in effect: its author a subscriber now, the post published. In lists also:
   * if it is the pin's turn.
   */
  pinnedAt: Date | null;
};

/** A text that a post has had, with who wrote it and when. */
export type PostRevision = {
  version: number;
  title: string;
  content: string;
  image: Picture | null;
  createdAt: Date;
  editor: PostAuthor | null;
};

export type Post = PostSummary & {
  /** When readers last got another text. */
  editedAt: Date | null;
  contentHtml: string;
  version: number;
  commentsEnabled: boolean;
};

export const postSlugRules = {
  maxLength: 200,
  fallback: 'post',
  /** Paths of the API and of the site that stand where a slug would (contract 10.1). */
  reserved: new Set([
    'categories',
    'my-posts',
    'popular',
    'recent',
    'pinned',
    'featured',
    'preview',
    'drafts',
    'create',
    'my',
    'edit',
  ]),
};

export const maxTopPosts = 10;
export const maxFeaturedPins = 3;
export const maxFeaturedPopular = 6;
export const featuredAgeMs = 7 * 24 * 3_600_000;

/** Where a list of which no counter is kept ends (contract decision 19). */
export const exactCountLimit = 10_000;

type Owned = { author: { id: number }; status: PostState };
/** What the rules of access ask of a post. */
type Guarded = Owned & { hidden: { status: PostStatus } | null };
/** A post that is named beside something else. */
export type NamedPost = Guarded & Names & { id: number; publicNames: Names | null };

const isAuthor = (actor: Actor, post: Owned): boolean => actor.kind === 'user' && actor.id === post.author.id;

/**
 * A draft exists only for its author and staff, a hidden post also for moderators, as long as its author
 * has not made a draft of it.
 */
export const canView = (actor: Actor, post: Guarded): boolean =>
  post.status === 'published' ||
  isAuthor(actor, post) ||
  (actor.kind === 'user' && actor.isStaff) ||
  (post.hidden?.status === 'published' && isModerator(actor));

/** The names of a post for the actor: those that were public last where the actor may not see what it has become. */
export function namesFor(actor: Actor, post: NamedPost): Names {
  if (canView(actor, post)) return { title: post.title, slug: post.slug };
  // Of a post that never was public nobody knows a name. Clients need texts that are not empty.
  return post.publicNames ?? { title: t('posts.withdrawn'), slug: String(post.id) };
}

/** What the author wants a post to be. */
export const wantedStatus = ({ status, hidden }: Pick<PostSummary, 'status' | 'hidden'>): PostStatus =>
  hidden?.status ?? (status === 'draft' ? 'draft' : 'published');

/** What the author wants a post to be, and when a draft is to be published by itself. */
export type Plan = { status: PostStatus; publishAt: Date | null };

/**
 * What the author wants a post to be from now on, and from when: only a draft waits, and only for what is to come; a
 * text where that cannot be.
 */
export function plannedAs(
  before: Plan,
  changes: { status?: PostStatus | undefined; publishAt?: Date | null | undefined },
  now: Date,
): Plan | 'posts.scheduleNeedsDraft' | 'posts.scheduleInPast' {
  const { status = before.status, publishAt = status === 'draft' ? before.publishAt : null } = changes;
  if (publishAt === null) return { status, publishAt };
  if (status !== 'draft') return 'posts.scheduleNeedsDraft';
  const isNew = publishAt.getTime() !== before.publishAt?.getTime();
  return isNew && publishAt <= now ? 'posts.scheduleInPast' : { status, publishAt };
}

export const canEdit = (actor: Actor, post: Owned): boolean =>
  isAuthor(actor, post) || (actor.kind === 'user' && actor.isStaff);

/** Superusers moderate as staff do, but do not rewrite others' texts (specification 6, contract 10.2). */
export const canDelete = (actor: Actor, post: Owned): boolean =>
  canEdit(actor, post) || (actor.kind === 'user' && actor.isSuperuser);

export const canPin = (actor: Actor, post: Owned, now: Date): boolean =>
  actor.kind === 'user' &&
  isAuthor(actor, post) &&
  post.status === 'published' &&
  actor.subscriberUntil !== null &&
  actor.subscriberUntil > now;

/** Where a post counts: every post with its author, a published one in its category and, with its comments, in the total. */
export type Place = { status: string; category_id: number | null; comments_count: number };
export type CountChanges = {
  all: number;
  published: number;
  comments: number;
  categories: Array<[id: number, by: number]>;
};

/**
 * What the counters change by when a post goes from one place to another; undefined is "not there". Categories ascend,
 * so that two moves never wait for each other.
 */
export function countChanges(before: Place | undefined, after: Place | undefined): CountChanges {
  const isPublished = (place: Place | undefined) => place?.status === 'published';
  const comments = (place: Place | undefined) => (isPublished(place) ? place?.comments_count : 0) ?? 0;
  const counted = (place: Place | undefined) => (isPublished(place) ? place?.category_id : null) ?? null;
  const from = counted(before);
  const to = counted(after);
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
