import type { Author } from '#server/features/accounts/index.ts';
import type { DraftKey, PostDraft } from './post-draft.ts';

const dayMs = 24 * 3_600_000;

/** A link by which others read a draft: a text of an account, named as its editor draft. */
export type DraftLink = {
  id: number;
  key: string;
  /** Who has created it; null for the reader of the list. */
  editor: Author | null;
  createdAt: Date;
  expiresAt: Date;
};

/** The text that a link names, whether that has been published since, and the account that created the link. */
export type LinkedText = DraftKey & { isPublished: boolean; owner: Author & { mayEditAll: boolean } };

export const linkExpiry = (now: Date, days: number): Date => new Date(now.getTime() + days * dayMs);

/** The text of an editor draft as a link shows it. */
export type SharedDraft = Pick<
  PostDraft,
  'title' | 'standfirst' | 'image' | 'image_caption' | 'image_focus' | 'updatedAt'
> & { contentHtml: string; category: string | null; author: Author };
