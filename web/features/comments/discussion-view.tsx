import { type ReactNode, useEffect, useId } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { CommentDetail } from '#contract/comments.ts';
import { wholeNumber } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as commentThreadMessages from '#locales/ru/comment-thread.ts';
import { loginPath } from '#web/paths/local-path.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { CommentItem } from './comment-item.tsx';
import { type CommentSlots, CommentSlotsContext } from './comment-slots.tsx';
import { type Discussion, firstThreads, partSize } from './thread.ts';
import { useRequestedRange } from './use-discussion-part.ts';

export type DiscussedPost = { id: number; title: string; slug: string; comments_enabled: boolean };

type ViewProps = {
  isOpen: boolean;
  comments: readonly CommentDetail[];
  /** The position of the comments in the discussion. */
  part: Pick<Discussion, 'isWhole' | 'startsAt' | 'nextAfter'>;
  count: number;
  /** The comment form, or the login link for a guest. */
  entry: ReactNode;
  slots: CommentSlots;
};

/** A discussion: its heading, the comment form and the comments. */
export function DiscussionView({ isOpen, comments, part, count, entry, slots }: ViewProps) {
  const { visible, moreHref } = useVisibleThreads(comments, part.isWhole);
  return (
    <DiscussionFrame title={interpolate(commentThreadMessages.count, { count: wholeNumber(count) })}>
      {!isOpen && <Notice>{commentThreadMessages.closed}</Notice>}
      {entry}
      {comments.length > 0 ? (
        <CommentSlotsContext value={slots}>
          {part.startsAt !== null && <PartLink to="?#comments">{commentThreadMessages.toStart}</PartLink>}
          <ol className="mt-6 divide-y divide-rule">
            {visible.map((comment) => (
              <CommentItem key={comment.id} comment={comment} depth={1} />
            ))}
          </ol>
          {moreHref && (
            <p className="mt-6 border-t border-rule pt-6 text-center">
              <ButtonLink to={moreHref} variant="secondary" replace preventScrollReset viewTransition={false}>
                {commentThreadMessages.more}
              </ButtonLink>
            </p>
          )}
          {!moreHref && part.nextAfter !== null && (
            <PartLink to={`?after=${part.nextAfter}#comments`}>{commentThreadMessages.next}</PartLink>
          )}
        </CommentSlotsContext>
      ) : (
        isOpen && <p className="mt-8 text-soft">{commentThreadMessages.empty}</p>
      )}
    </DiscussionFrame>
  );
}

/** The visible threads, including the one with the URL's target comment, and the URL that shows more. */
function useVisibleThreads(comments: readonly CommentDetail[], isWhole: boolean) {
  const { limit, target } = useRequestedRange();
  const visible = firstThreads(comments, limit, target);
  const isTargetAdded = target !== null && visible.length > firstThreads(comments, limit, null).length;
  useEffect(() => {
    // The browser looked for the anchor before it was rendered.
    if (isTargetAdded) document.getElementById(`comment-${target}`)?.scrollIntoView();
  }, [isTargetAdded, target]);
  const hasMore = !isWhole || visible.length < comments.length;
  const [query] = useSearchParams();
  const more = new URLSearchParams(query);
  more.set('comments', String(partSize));
  return { visible, moreHref: hasMore ? `?${more}` : null };
}

/** A link to another part of a discussion. */
function PartLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <p className="mt-6 border-t border-rule pt-6 text-center">
      <ButtonLink to={to} variant="secondary" viewTransition={false}>
        {children}
      </ButtonLink>
    </p>
  );
}

/** The section of a post's page that contains the discussion. */
export function DiscussionFrame({ title, children }: { title: string; children: ReactNode }) {
  const headingId = useId();
  return (
    <section id="comments" aria-labelledby={headingId} className="border-t-3 border-ink pt-6">
      <h2 id={headingId} className="mb-5 text-2xl">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** The login link that a guest sees instead of the form; as high as the form while a session is being restored. */
export function GuestEntry() {
  const { pathname, search } = useLocation();
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-sm bg-sunk px-4 py-4 restoring:invisible restoring:h-37 pointer-coarse:restoring:h-38">
      <p>{commentThreadMessages.loginToComment}</p>
      <ButtonLink to={loginPath(`${pathname}${search}#comments`)} variant="secondary">
        {commentThreadMessages.login}
      </ButtonLink>
    </div>
  );
}
