import { lazy, useState } from 'react';
import * as commentThreadMessages from '#locales/ru/comment-thread.ts';
import * as notFoundMessages from '#locales/ru/not-found.ts';
import { useUser } from '#web/api/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { LazyBoundary } from '#web/ui/lazy-boundary.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { type CommentSlots, guestSlots, placeholderSlots, readerSlots } from './comment-slots.tsx';
import { DiscussionContext } from './discussion-context.ts';
import { type DiscussedPost, DiscussionFrame, DiscussionView, GuestEntry } from './discussion-view.tsx';
import type { LiveDiscussion } from './participation.tsx';
import type { Discussion } from './thread.ts';
import { useDiscussionPart } from './use-discussion-part.ts';

const Participation = lazy(() =>
  import('./participation.tsx').then((module) => ({ default: module.Participation })),
);

type SectionProps = {
  post: DiscussedPost;
  /** Null when it could not be loaded. */
  discussion: Discussion | null;
  onRetry: () => void;
};

/** The discussion under a post. It needs the post's id as its key, because it holds comments added in this session. */
export function CommentsSection({ post, discussion, onRetry }: SectionProps) {
  if (discussion) return <LoadedDiscussion post={post} discussion={discussion} />;
  return (
    <DiscussionFrame title={commentThreadMessages.heading}>
      <Failure text={commentThreadMessages.failed} onRetry={onRetry} />
    </DiscussionFrame>
  );
}

/** Loads the participant code for logged-in users only. The code stays when the session ends, because it may return. */
function LoadedDiscussion({
  post,
  discussion: initialDiscussion,
}: {
  post: DiscussedPost;
  discussion: Discussion;
}) {
  const discussion = useDiscussionPart(post.id, initialDiscussion);
  const user = useUser();
  const [live, setLive] = useState<LiveDiscussion | null>(null);
  const isOpen = post.comments_enabled;
  const renderEntry =
    user || live ? (
      <LazyBoundary
        fallback={isOpen && <FormPlaceholder />}
        failed={<Failure text={commentThreadMessages.formFailed} onRetry={() => window.location.reload()} />}
      >
        <Participation post={post} discussion={discussion} user={user} onChange={setLive} />
      </LazyBoundary>
    ) : (
      isOpen && <GuestEntry />
    );
  return (
    <DiscussionContext value={live?.actions ?? null}>
      <DiscussionView
        isOpen={isOpen}
        comments={live?.comments ?? discussion.comments}
        part={discussion}
        count={live?.count ?? discussion.comments_count}
        entry={renderEntry}
        slots={live?.parts ?? slotsOf(isOpen, user !== null)}
      />
    </DiscussionContext>
  );
}

function slotsOf(isOpen: boolean, isUser: boolean): CommentSlots {
  if (!isOpen) return readerSlots;
  return isUser ? placeholderSlots : guestSlots;
}

function Failure({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-soft">{text}</p>
      <Button variant="secondary" onClick={onRetry}>
        {notFoundMessages.retry}
      </Button>
    </div>
  );
}

/** A placeholder with the size of the form. */
function FormPlaceholder() {
  return (
    <div aria-busy className="flex flex-col gap-3">
      <Skeleton className="h-24" />
      <Skeleton className="h-10 w-28 pointer-coarse:h-11" />
    </div>
  );
}
