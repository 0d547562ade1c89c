import { type ReactNode, useEffect, useId } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { CommentDetail } from '#contract/comments.ts';
import { wholeNumber } from '#text/format.ts';
import { t } from '#text/index.ts';
import { loginPath } from '#web/api/local-path.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { CommentItem } from './comment-item.tsx';
import { type CommentParts, CommentPartsContext } from './comment-parts.tsx';
import { type Discussion, firstThreads, partLength } from './thread.ts';
import { useAsked } from './use-discussion-part.ts';

export type DiscussedPost = { id: number; title: string; slug: string; comments_enabled: boolean };

type ViewProps = {
  isOpen: boolean;
  comments: readonly CommentDetail[];
  /** The position of the comments in the discussion. */
  part: Pick<Discussion, 'isWhole' | 'startsAt' | 'nextAfter'>;
  count: number;
  /** The comment form, or the login link for a guest. */
  entry: ReactNode;
  parts: CommentParts;
};

/** A discussion: its heading, the comment form and the comments. */
export function DiscussionView({ isOpen, comments, part, count, entry, parts }: ViewProps) {
  const { shown, moreAt } = useShown(comments, part.isWhole);
  return (
    <DiscussionFrame title={t('commentThread.count', { count: wholeNumber(count) })}>
      {!isOpen && <Notice>{t('commentThread.closed')}</Notice>}
      {entry}
      {comments.length > 0 ? (
        <CommentPartsContext value={parts}>
          {part.startsAt !== null && <PartLink to="?#comments">{t('commentThread.toStart')}</PartLink>}
          <ol className="mt-6 divide-y divide-rule">
            {shown.map((comment) => (
              <CommentItem key={comment.id} comment={comment} depth={1} />
            ))}
          </ol>
          {moreAt && (
            <p className="mt-6 border-t border-rule pt-6 text-center">
              <ButtonLink to={moreAt} variant="secondary" replace preventScrollReset viewTransition={false}>
                {t('commentThread.more')}
              </ButtonLink>
            </p>
          )}
          {!moreAt && part.nextAfter !== null && (
            <PartLink to={`?after=${part.nextAfter}#comments`}>{t('commentThread.next')}</PartLink>
          )}
        </CommentPartsContext>
      ) : (
        isOpen && <p className="mt-8 text-soft">{t('commentThread.empty')}</p>
      )}
    </DiscussionFrame>
  );
}

/** The visible threads, including the one with the URL's target comment, and the URL that shows more. */
function useShown(comments: readonly CommentDetail[], isWhole: boolean) {
  const { limit, target } = useAsked();
  const shown = firstThreads(comments, limit, target);
  const isLate = target !== null && shown.length > firstThreads(comments, limit, null).length;
  useEffect(() => {
    // The browser looked for the anchor before it was rendered.
    if (isLate) document.getElementById(`comment-${target}`)?.scrollIntoView();
  }, [isLate, target]);
  const isMore = !isWhole || shown.length < comments.length;
  const [query] = useSearchParams();
  const more = new URLSearchParams(query);
  more.set('comments', String(partLength));
  return { shown, moreAt: isMore ? `?${more}` : null };
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

/** The login link that a guest sees instead of the form. */
export function GuestEntry() {
  const { pathname, search } = useLocation();
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-sm bg-sunk px-4 py-4">
      <p>{t('commentThread.loginToComment')}</p>
      <ButtonLink to={loginPath(`${pathname}${search}#comments`)} variant="secondary">
        {t('commentThread.login')}
      </ButtonLink>
    </div>
  );
}
