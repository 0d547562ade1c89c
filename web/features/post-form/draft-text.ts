import type { PostDraft } from '#contract/drafts.ts';
import { type Picture, type PostValues, valuesOf } from './post-fields.ts';

/** What the form holds: the fields, the picture, and the version of the post that they are to change. */
export type DraftText = { values: PostValues; picture: Picture; postVersion: number | null };

/** A text as it lies on this device: whose it is stands in its name. */
export type KeptText = DraftText & {
  key: string;
  writer: string;
  /** The version of the server's draft that it continues. */
  version: number | null;
  /** Whether the server had all of it. */
  isSaved: boolean;
  changedAt: string;
};

/** The key of a draft: the change of a post, or a post that does not exist yet. */
export const draftKeyOf = (postId: number | null, newKey: () => string): string =>
  postId === null ? `new-${newKey()}` : `post-${postId}`;

/** Names of kept texts: of one account, then of one text, then of one form. */
export const keptName = (accountId: number, key: string, writer: string): string =>
  `post ${accountId} ${key} ${writer}`;
export const keptBeginning = (accountId: number, postId: number | null): string =>
  `post ${accountId} ${postId === null ? 'new-' : `post-${postId} `}`;

export const isSameText = (left: DraftText, right: DraftText): boolean =>
  left.picture === right.picture &&
  (Object.keys(left.values) as (keyof PostValues)[]).every(
    (field) => left.values[field] === right.values[field],
  );

export const isBlank = ({ values, picture }: DraftText): boolean =>
  values.title.trim() === '' && values.content.trim() === '' && !(picture instanceof Blob);

/** The draft of the server as the form shows it. */
export function textOfDraft(draft: PostDraft): DraftText {
  return { values: valuesOf(draft), picture: draft.image, postVersion: draft.post_version };
}
