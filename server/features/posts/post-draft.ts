import type { PostFields } from '#contract/post-fields.ts';
import type { PostStatus } from '#contract/posts.ts';
import type { Picture } from '#server/platform/picture.ts';

/** Identifies a draft: a change of a post, or a post that does not exist yet. */
export type DraftKey = { key: string; postId: number | null };

/** Unsaved text of an author. */
export type PostDraft = PostDraftSummary &
  PostFields & {
    postVersion: number | null;
    image: Picture | null;
    categoryId: number | null;
    status: PostStatus;
    publishAt: Date | null;
  };
/** A draft in a list; `content` is truncated. */
export type PostDraftSummary = DraftKey & {
  title: string;
  content: string;
  version: number;
  /** The open form that saved it last. */
  clientId: string;
  createdAt: Date;
  updatedAt: Date;
};

/** Parses a draft key; undefined if it is invalid. */
export function parseDraftKey(value: string): DraftKey | undefined {
  const postId = /^post-([1-9]\d{0,14})$/.exec(value)?.[1];
  if (postId !== undefined) return { key: value, postId: Number(postId) };
  return /^new-[0-9a-f]{32}$/.test(value) ? { key: value, postId: null } : undefined;
}
