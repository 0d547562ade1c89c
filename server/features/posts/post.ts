import type { PostStatus } from '#contract/posts.ts';
import type { Actor } from '#server/platform/actor.ts';

export type PostAuthor = {
  id: number;
  username: string;
  firstName: string;
  lastName: string;
  avatarPath: string | null;
};
export type PostCategory = { id: number; name: string; slug: string };

/** A post as lists show it; `content` is only its beginning. */
export type PostSummary = {
  id: number;
  title: string;
  slug: string;
  content: string;
  excerpt: string;
  imagePath: string | null;
  category: PostCategory | null;
  author: PostAuthor;
  status: PostStatus;
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

export type Post = PostSummary & { contentHtml: string; version: number; commentsEnabled: boolean };

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
    'create',
    'my',
    'edit',
  ]),
};

type Owned = { author: { id: number }; status: PostStatus };

const isAuthor = (actor: Actor, post: Owned): boolean => actor.kind === 'user' && actor.id === post.author.id;

/** A draft exists only for its author and staff (contract 5). */
export const canView = (actor: Actor, post: Owned): boolean =>
  post.status === 'published' || isAuthor(actor, post) || (actor.kind === 'user' && actor.isStaff);

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
