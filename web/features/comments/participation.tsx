import { memo, useLayoutEffect } from 'react';
import type { UserProfile } from '#contract/auth.ts';
import type { CommentDetail } from '#contract/comments.ts';
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
  /** Null once the session has ended. */
  user: UserProfile | null;
  onChange: (live: LiveDiscussion) => void;
};

/**
 * The form for a new comment, and the state of a discussion that is already on the page. The comments stay rendered when
 * this code arrives: it passes every change to `show` before the paint. Memoized, so that only a change renders it again.
 */
export const Participation = memo(({ post, discussion, user, onChange }: ParticipationProps) => {
  const { comments, count, announcement, actions } = useDiscussion(post, discussion, user);
  useLayoutEffect(() => onChange({ comments, count, actions, parts }));
  return (
    <>
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
      {post.comments_enabled && (user ? <NewComment postId={post.id} send={actions.send} /> : <GuestEntry />)}
    </>
  );
});

function NewComment({ postId, send }: { postId: number; send: DiscussionActions['send'] }) {
  return (
    <CommentForm
      draftKey={`post-${postId}`}
      label={commentActionsMessages.label}
      labelHidden
      placeholder={commentActionsMessages.placeholder}
      send={(text) => send(text, null)}
    />
  );
}
