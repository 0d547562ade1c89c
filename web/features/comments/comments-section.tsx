import { type ReactNode, useEffect, useId } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { CommentDetail } from '#contract/comments.ts';
import { wholeNumber } from '#text/format.ts';
import { t } from '#text/index.ts';
import { loginPath } from '#web/api/local-path.ts';
import { useSession } from '#web/api/use-session.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useHash } from '#web/ui/use-hash.ts';
import { CommentForm } from './comment-form.tsx';
import { CommentItem } from './comment-item.tsx';
import { DiscussionContext } from './discussion-context.ts';
import { firstThreads } from './thread.ts';
import { type Discussion, useDiscussion } from './use-discussion.ts';

type SectionProps = {
  post: { id: number; title: string; slug: string; comments_enabled: boolean };
  /** Null when it could not be loaded. */
  discussion: Discussion | null;
  onRetry: () => void;
};

/** The discussion under a post. Give it the post's id as its key: it remembers what was just written. */
export function CommentsSection({ post, discussion, onRetry }: SectionProps) {
  if (discussion) return <LoadedDiscussion post={post} discussion={discussion} />;
  return (
    <Frame title={t('commentThread.heading')}>
      <div className="flex flex-col items-start gap-3">
        <p className="text-soft">{t('commentThread.failed')}</p>
        <Button variant="secondary" onClick={onRetry}>
          {t('notFound.retry')}
        </Button>
      </div>
    </Frame>
  );
}

function LoadedDiscussion({ post, discussion }: { post: SectionProps['post']; discussion: Discussion }) {
  const session = useSession();
  const { comments, count, announcement, actions } = useDiscussion(post, discussion, session.user);
  const { shown, moreAt } = useShown(comments);
  return (
    <Frame title={t('commentThread.count', { count: wholeNumber(count) })}>
      <Entry isOpen={post.comments_enabled} isUser={session.status === 'user'} send={actions.send} />
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
      {comments.length > 0 ? (
        <DiscussionContext value={actions}>
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
        </DiscussionContext>
      ) : (
        post.comments_enabled && <p className="mt-8 text-soft">{t('commentThread.empty')}</p>
      )}
    </Frame>
  );
}

/** How many comments a page begins with, and how many «Показать ещё» adds. */
const shownAtOnce = 50;

/**
 * The discussions that are shown: the address says how many comments, so that there are more without a script too,
 * and a comment that the address names is among them.
 */
function useShown(comments: readonly CommentDetail[]) {
  const hash = useHash();
  const [query] = useSearchParams();
  const asked = Number(query.get('comments'));
  const limit = Number.isSafeInteger(asked) ? Math.max(asked, shownAtOnce) : shownAtOnce;
  const target = /^#comment-(\d{1,15})$/.exec(hash)?.[1];
  const shown = firstThreads(comments, limit, target === undefined ? null : Number(target));
  const isLate = target !== undefined && shown.length > firstThreads(comments, limit, null).length;
  useEffect(() => {
    // The browser has looked for it before it was there.
    if (isLate) document.getElementById(`comment-${target}`)?.scrollIntoView();
  }, [isLate, target]);
  return { shown, moreAt: shown.length < comments.length ? `?comments=${limit + shownAtOnce}` : null };
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
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

type EntryProps = {
  isOpen: boolean;
  isUser: boolean;
  send: (text: string, parent: null) => ReturnType<ReturnType<typeof useDiscussion>['actions']['send']>;
};

/** The way into the discussion: the form, the door to it for guests, or the word that it is closed. */
function Entry({ isOpen, isUser, send }: EntryProps) {
  const { pathname, search } = useLocation();
  if (!isOpen) return <Notice>{t('commentThread.closed')}</Notice>;
  if (isUser)
    return (
      <CommentForm
        label={t('commentThread.label')}
        labelHidden
        placeholder={t('commentThread.placeholder')}
        send={(text) => send(text, null)}
      />
    );
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-sm bg-sunk px-4 py-4">
      <p>{t('commentThread.loginToComment')}</p>
      <ButtonLink to={loginPath(`${pathname}${search}#comments`)} variant="secondary">
        {t('commentThread.login')}
      </ButtonLink>
    </div>
  );
}
