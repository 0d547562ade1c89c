import { memo, useLayoutEffect } from 'react';
import type { UserProfile } from '#contract/auth.ts';
import type { CommentDetail, DiscussionSettings } from '#contract/comments.ts';
import * as commentActionsMessages from '#locales/ru/comment-actions.ts';
import { CommentActions } from './comment-actions.tsx';
import { CommentContent } from './comment-content.tsx';
import { CommentForm } from './comment-form.tsx';
import type { CommentSlots } from './comment-slots.tsx';
import type { DiscussionActions } from './discussion-context.ts';
import { type DiscussedPost, GuestEntry } from './discussion-view.tsx';
import type { Discussion } from './thread.ts';
import { useDiscussion } from './use-discussion.ts';

const parts: CommentSlots = { Content: CommentContent, Actions: CommentActions };

/** A discussion as a participant sees it. */
export type LiveDiscussion = {
  comments: CommentDetail[];
  count: number;
  actions: DiscussionActions;
  parts: CommentSlots;
};

type ParticipationProps = {
  post: DiscussedPost;
  discussion: Discussion;
  settings: DiscussionSettings;
  /** Null once the session has ended. */
  user: UserProfile | null;
  onChange: (live: LiveDiscussion) => void;
  onPinned: () => void;
};

/**
 * The form for a new comment, and the state of a discussion that is already on the page. The comments stay rendered when
 * this code arrives: it passes every change to `show` before the paint. Memoized, so that only a change renders it again.
 */
export const Participation = memo(
  ({ post, discussion, settings, user, onChange, onPinned }: ParticipationProps) => {
    const { comments, count, announcement, actions } = useDiscussion({
      post,
      discussion,
      settings,
      user,
      onPinned,
    });
    useLayoutEffect(() => onChange({ comments, count, actions, parts }));
    return (
      <>
        <p aria-live="polite" className="sr-only">
          {announcement}
        </p>
        {settings.closed === null && (user ? <NewComment postId={post.id} {...actions} /> : <GuestEntry />)}
      </>
    );
  },
);

function NewComment({
  postId,
  send,
  waitUntil,
}: { postId: number } & Pick<DiscussionActions, 'send' | 'waitUntil'>) {
  return (
    <CommentForm
      draftKey={`post-${postId}`}
      label={commentActionsMessages.label}
      labelHidden
      placeholder={commentActionsMessages.placeholder}
      waitUntil={waitUntil}
      send={(text, homepage) => send(text, null, homepage)}
    />
  );
}
