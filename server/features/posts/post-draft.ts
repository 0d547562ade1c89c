import type { PostStatus } from '#contract/posts.ts';
import type { Picture } from '#server/platform/picture.ts';

/** Which text a draft is: the change of a post, or a post that does not exist yet. */
export type DraftKey = { key: string; postId: number | null };

/** A text that its author is still writing. */
export type PostDraft = DraftKey & {
  postVersion: number | null;
  title: string;
  content: string;
  image: Picture | null;
  categoryId: number | null;
  status: PostStatus;
  publishAt: Date | null;
  commentsEnabled: boolean;
  version: number;
  /** The form that saved it last. */
  writer: string;
  createdAt: Date;
  updatedAt: Date;
};
/** A draft as lists show it; `content` is only its beginning. */
export type PostDraftSummary = Omit<
  PostDraft,
  'postVersion' | 'image' | 'categoryId' | 'status' | 'publishAt' | 'commentsEnabled'
>;

/** The text that a key names; undefined for what is no key. */
export function draftKeyOf(value: string): DraftKey | undefined {
  const postId = /^post-([1-9]\d{0,14})$/.exec(value)?.[1];
  if (postId !== undefined) return { key: value, postId: Number(postId) };
  return /^new-[0-9a-f]{32}$/.test(value) ? { key: value, postId: null } : undefined;
}
