import { createContext, type Dispatch, type SetStateAction } from 'react';
import type { UserProfile } from '#contract/auth.ts';
import type { CommentDetail } from '#contract/comments.ts';
import type { SendOutcome } from './comment-form.tsx';

/** The box that is open under a comment: an answer to it, or its own words. */
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

/** What a comment at any depth needs to be answered, changed and deleted. */
export const DiscussionContext = createContext<DiscussionActions | null>(null);
