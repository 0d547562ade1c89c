import { createContext, type Dispatch, type SetStateAction } from 'react';
import type { UserProfile } from '#contract/auth.ts';
import type { CommentDetail } from '#contract/comments.ts';
import type { SendOutcome } from './comment-form.tsx';

/** The form that is open at a comment: a reply or an edit. */
export type OpenBox = { id: number; kind: 'reply' | 'edit' } | null;

export type DiscussionActions = {
  user: UserProfile | null;
  canReply: boolean;
  open: OpenBox;
  setOpen: Dispatch<SetStateAction<OpenBox>>;
  send: (text: string, parent: number | null) => Promise<SendOutcome>;
  edit: (comment: CommentDetail, text: string) => Promise<SendOutcome>;
  remove: (comment: CommentDetail) => Promise<void>;
};

/** The actions for replies, edits and deletions, for comments at any depth. */
export const DiscussionContext = createContext<DiscussionActions | null>(null);
