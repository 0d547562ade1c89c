import { createContext, type Dispatch, type SetStateAction } from 'react';
import type { UserProfile } from '#contract/auth.ts';
import type { CommentDetail } from '#contract/comments.ts';
import type { SendOutcome } from './comment-form.tsx';

/** The form that is open at a comment: a reply or an edit. */
export type OpenBox = { id: number; kind: 'reply' | 'edit' } | null;

export type DiscussionActions = {
  user: UserProfile | null;
  canReply: boolean;
  /** Until when slow mode keeps the user from writing, in milliseconds; 0 if it does not. */
  waitUntil: number;
  open: OpenBox;
  setOpen: Dispatch<SetStateAction<OpenBox>>;
  send: (text: string, parent: number | null, homepage: string) => Promise<SendOutcome>;
  edit: (comment: CommentDetail, text: string) => Promise<SendOutcome>;
  remove: (comment: CommentDetail) => Promise<void>;
  /** Pins a comment, or unpins it if it is pinned; undefined for users who may not. */
  togglePin: ((comment: CommentDetail) => Promise<void>) | undefined;
};

/** The actions for replies, edits and deletions, for comments at any depth. */
export const DiscussionContext = createContext<DiscussionActions | null>(null);
