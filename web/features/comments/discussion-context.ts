import { createContext } from 'react';
import type { SendOutcome } from './comment-form.tsx';

export type DiscussionActions = {
  canReply: boolean;
  /** The comment whose reply box is open. */
  replyTo: number | null;
  openReply: (id: number | null) => void;
  send: (text: string, parent: number | null) => Promise<SendOutcome>;
};

/** What a comment at any depth needs to be answered. */
export const DiscussionContext = createContext<DiscussionActions>({
  canReply: false,
  replyTo: null,
  openReply: () => {},
  send: async () => null,
});
