import type { PostDraft } from '#contract/drafts.ts';
import { type Picture, type PostValues, toFormValues } from './post-fields.ts';

/** The content of the form: the fields, the image, and the version of the post that they change. */
export type DraftContent = { values: PostValues; picture: Picture; postVersion: number | null };

/** A draft in the local draft store. The name of the record contains its owner. */
export type StoredDraft = DraftContent & {
  key: string;
  writer: string;
  /** The version of the server's draft that this draft continues. */
  version: number | null;
  /** Whether the server has the complete draft. */
  isSaved: boolean;
  changedAt: string;
};

/** The key of a draft: of an existing post, or of a new one. */
export const createDraftKey = (postId: number | null, createKey: () => string): string =>
  postId === null ? `new-${createKey()}` : `post-${postId}`;

/** The name of a stored draft: account, then draft key, then form. */
export const storedDraftName = (accountId: number, key: string, writer: string): string =>
  `post ${accountId} ${key} ${writer}`;
export const storedDraftPrefix = (accountId: number, postId: number | null): string =>
  `post ${accountId} ${postId === null ? 'new-' : `post-${postId} `}`;

export const isSameContent = (left: DraftContent, right: DraftContent): boolean =>
  left.picture === right.picture &&
  (Object.keys(left.values) as (keyof PostValues)[]).every((field) =>
    isSameValue(left.values[field], right.values[field]),
  );

/** The focus of the cover is an object. */
const isSameValue = (left: PostValues[keyof PostValues], right: PostValues[keyof PostValues]): boolean =>
  left === right || (typeof left === 'object' && JSON.stringify(left) === JSON.stringify(right));

export const isBlank = ({ values, picture }: DraftContent): boolean =>
  values.title.trim() === '' &&
  values.standfirst.trim() === '' &&
  values.content.trim() === '' &&
  picture === null;

/** Converts a draft of the server to the content of the form. */
export function contentOfDraft(draft: PostDraft): DraftContent {
  return { values: toFormValues(draft), picture: draft.image, postVersion: draft.post_version };
}
