import { type ReactNode, useId } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { ClosedReason, CommentDetail, DiscussionSettings } from '#contract/comments.ts';
import { dateAndTime, wholeNumber } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as commentThreadMessages from '#locales/ru/comment-thread.ts';
import { waitingTime } from '#locales/waiting-time.ts';
import { loginPath } from '#web/paths/local-path.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { CommentItem } from './comment-item.tsx';
import { type CommentSlots, CommentSlotsContext } from './comment-slots.tsx';
import { OrderLinks } from './order-links.tsx';
import {
  collectIds,
  type Discussion,
  discussionId,
  discussionPath,
  firstThreads,
  partSize,
} from './thread.ts';
import { useRequestedRange } from './use-discussion-part.ts';
import { useTarget } from './use-target.ts';

export type DiscussedPost = {
  id: number;
  title: string;
  slug: string;
  author: number;
};

type ViewProps = {
  settings: DiscussionSettings;
  /** The controls of those who may change the settings. */
  tools: ReactNode;
  comments: readonly CommentDetail[];
  /** The position of the comments in the discussion. */
  part: Pick<Discussion, 'order' | 'isWhole' | 'startsAt' | 'nextAfter'>;
  /** Whether the discussion has no such comment as the URL names. */
  isTargetGone: boolean;
  count: number;
  /** The comment form, or the login link for a guest. */
  entry: ReactNode;
  slots: CommentSlots;
};

/** A discussion: its heading, the comment form and the comments. */
export function DiscussionView({
  settings,
  tools,
  comments,
  part,
  isTargetGone,
  count,
  entry,
  slots,
}: ViewProps) {
  const isOpen = settings.closed === null;
  const { visible, moreHref } = useVisibleThreads(comments, part.isWhole, isTargetGone);
  return (
    <DiscussionFrame
      title={interpolate(commentThreadMessages.count, { count: wholeNumber(count) })}
      tools={tools}
    >
      <div role="status">
        {isTargetGone && (
          <div className="mb-5">
            <Notice>{commentThreadMessages.gone}</Notice>
          </div>
        )}
      </div>
      <DiscussionState settings={settings} />
      {entry}
      {comments.length > 0 ? (
        <CommentSlotsContext value={slots}>
          {count > 1 && <OrderLinks order={part.order} />}
          {part.startsAt !== null && (
            <PartLink to={discussionPath(part.order)}>{commentThreadMessages.toStart}</PartLink>
          )}
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
            <PartLink to={discussionPath(part.order, { after: String(part.nextAfter) })}>
              {commentThreadMessages.next}
            </PartLink>
          )}
        </CommentSlotsContext>
      ) : (
        isOpen && <p className="mt-8 text-soft">{commentThreadMessages.empty}</p>
      )}
    </DiscussionFrame>
  );
}

const closedTexts: Record<ClosedReason, string> = {
  author: commentThreadMessages.closed,
  moderators: commentThreadMessages.closedByModerators,
  time: commentThreadMessages.closedByTime,
};

/** Why nobody can write, or the rules for writing. */
function DiscussionState({ settings }: { settings: DiscussionSettings }) {
  const { closed, closes_at: closesAt, slow_mode_seconds: slowMode } = settings;
  if (closed) return <Notice>{closedTexts[closed]}</Notice>;
  const rules = [
    closesAt && interpolate(commentThreadMessages.closesAt, { date: dateAndTime(closesAt) }),
    slowMode > 0 && interpolate(commentThreadMessages.slowMode, { interval: waitingTime(slowMode) }),
  ].filter(Boolean);
  return rules.length > 0 && <p className="mb-3 text-sm text-muted">{rules.join(' ')}</p>;
}

/** The visible threads, including the one with the URL's target comment, and the URL that shows more. */
function useVisibleThreads(comments: readonly CommentDetail[], isWhole: boolean, isGone: boolean) {
  const { limit, target } = useRequestedRange();
  const visible = firstThreads(comments, limit, target);
  useTarget({ target, isShown: target !== null && collectIds(visible).has(target), isGone });
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
export function DiscussionFrame({
  title,
  tools,
  children,
}: {
  title: string;
  tools?: ReactNode;
  children: ReactNode;
}) {
  const headingId = useId();
  return (
    <aside
      id={discussionId}
      aria-labelledby={headingId}
      tabIndex={-1}
      className="border-t-3 border-ink pt-6 outline-none"
    >
      <div className="mb-5 flex min-h-9 items-center justify-between gap-3 pointer-coarse:min-h-11">
        <h2 id={headingId} className="text-2xl">
          {title}
        </h2>
        {tools}
      </div>
      {children}
    </aside>
  );
}

/** The login link that a guest sees instead of the form; as high as the form while a session is being restored. */
export function GuestEntry() {
  const { pathname, search } = useLocation();
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-sm bg-sunk px-4 py-4 restoring:invisible restoring:h-37 pointer-coarse:restoring:h-38">
      <p>{commentThreadMessages.loginToComment}</p>
      <ButtonLink to={loginPath(`${pathname}${search}#${discussionId}`)} variant="secondary">
        {commentThreadMessages.login}
      </ButtonLink>
    </div>
  );
}
