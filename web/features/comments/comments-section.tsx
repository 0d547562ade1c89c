import { lazy, useMemo, useState } from 'react';
import * as commentThreadMessages from '#locales/ru/comment-thread.ts';
import * as notFoundMessages from '#locales/ru/not-found.ts';
import { useUser } from '#web/api/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { LazyBoundary } from '#web/ui/lazy-boundary.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import {
  CommentMarksContext,
  type CommentSlots,
  guestSlots,
  placeholderSlots,
  readerSlots,
} from './comment-slots.tsx';
import { DiscussionContext } from './discussion-context.ts';
import { type DiscussedPost, DiscussionFrame, DiscussionView, GuestEntry } from './discussion-view.tsx';
import type { LiveDiscussion } from './participation.tsx';
import { canChangeDiscussion } from './permissions.ts';
import type { Discussion } from './thread.ts';
import { useDiscussionPart } from './use-discussion-part.ts';

const DiscussionTools = lazy(() =>
  import('./discussion-tools.tsx').then((module) => ({ default: module.DiscussionTools })),
);
const NewComments = lazy(() =>
  import('./new-comments.tsx').then((module) => ({ default: module.NewComments })),
);
const Participation = lazy(() =>
  import('./participation.tsx').then((module) => ({ default: module.Participation })),
);

type SectionProps = {
  post: DiscussedPost;
  /** Null when it could not be loaded. */
  discussion: Discussion | null;
  /** Loads the discussion again. */
  onRetry: () => void;
};

/** The discussion under a post. It needs the post's id as its key, because it holds comments added in this session. */
export function CommentsSection({ post, discussion, onRetry }: SectionProps) {
  if (discussion) return <LoadedDiscussion post={post} discussion={discussion} onChanged={onRetry} />;
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
  onChanged,
}: {
  post: DiscussedPost;
  discussion: Discussion;
  onChanged: () => void;
}) {
  const { discussion, isTargetGone } = useDiscussionPart(post.id, initialDiscussion);
  const user = useUser();
  const [live, setLive] = useState<LiveDiscussion | null>(null);
  const { settings } = initialDiscussion;
  const isOpen = settings.closed === null;
  const [newIds, setNewIds] = useState<ReadonlySet<number> | null>(null);
  const marks = useMemo(
    () => ({ authorId: post.author, pinnedId: settings.pinned_comment, newIds }),
    [post.author, settings.pinned_comment, newIds],
  );
  const canChange = canChangeDiscussion(user, post);
  const renderEntry =
    user || live ? (
      <LazyBoundary
        fallback={isOpen && <FormPlaceholder />}
        failed={<Failure text={commentThreadMessages.formFailed} onRetry={() => window.location.reload()} />}
      >
        <Participation
          post={post}
          discussion={discussion}
          settings={settings}
          user={user}
          onChange={setLive}
          onPinned={onChanged}
        />
      </LazyBoundary>
    ) : (
      isOpen && <GuestEntry />
    );
  return (
    <DiscussionContext value={live?.actions ?? null}>
      <CommentMarksContext value={marks}>
        <DiscussionView
          settings={settings}
          tools={
            user &&
            canChange && (
              <LazyBoundary>
                <DiscussionTools post={post} settings={settings} user={user} onChanged={onChanged} />
              </LazyBoundary>
            )
          }
          comments={live?.comments ?? discussion.comments}
          part={discussion}
          isTargetGone={isTargetGone}
          count={live?.count ?? discussion.comments_count}
          entry={renderEntry}
          slots={live?.parts ?? slotsOf(isOpen, user !== null)}
        />
        {initialDiscussion.newestAt && (
          <LazyBoundary>
            <NewComments postId={post.id} newestAt={initialDiscussion.newestAt} onFound={setNewIds} />
          </LazyBoundary>
        )}
      </CommentMarksContext>
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
