import { type ReactNode, useId } from 'react';
import { useLocation } from 'react-router';
import { wholeNumber } from '#text/format.ts';
import { t } from '#text/index.ts';
import { loginPath } from '#web/api/local-path.ts';
import { useSession } from '#web/api/use-session.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { CommentForm } from './comment-form.tsx';
import { CommentItem } from './comment-item.tsx';
import { DiscussionContext } from './discussion-context.ts';
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
  const writer = post.comments_enabled ? session.user : null;
  const { comments, count, announcement, actions } = useDiscussion(post, discussion, writer);
  return (
    <Frame title={t('commentThread.count', { count: wholeNumber(count) })}>
      <Entry isOpen={post.comments_enabled} isUser={session.status === 'user'} send={actions.send} />
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
      {comments.length > 0 ? (
        <DiscussionContext value={actions}>
          <ol className="mt-6 divide-y divide-rule">
            {comments.map((comment) => (
              <CommentItem key={comment.id} comment={comment} depth={1} />
            ))}
          </ol>
        </DiscussionContext>
      ) : (
        post.comments_enabled && <p className="mt-8 text-soft">{t('commentThread.empty')}</p>
      )}
    </Frame>
  );
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
