import { memo, useContext } from 'react';
import { Link } from 'react-router';
import type { CommentDetail } from '#contract/comments.ts';
import { interpolate } from '#locales/interpolate.ts';
import { displayName, initials } from '#locales/person.ts';
import * as commentThreadMessages from '#locales/ru/comment-thread.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { useHash } from '#web/ui/use-hash.ts';
import { CommentDate } from './comment-date.tsx';
import { CommentSlotsContext } from './comment-slots.tsx';
import { HiddenMark } from './hidden-mark.tsx';
import { maxIndentDepth } from './thread.ts';

type ItemProps = { comment: CommentDetail; depth: number; parentName?: string };

/** A comment and its replies. Memoized, so that unrelated changes do not render it again. */
export const CommentItem = memo(({ comment, depth, parentName }: ItemProps) => {
  return (
    <li id={`comment-${comment.id}`}>
      {comment.is_active || comment.hidden ? (
        <CommentBody comment={comment} depth={depth} parentName={parentName} />
      ) : (
        <p className="py-4 text-sm text-muted italic">{comment.content}</p>
      )}
      {comment.replies.length > 0 && (
        <ol
          className={classNames(depth < maxIndentDepth && 'ml-3 border-l border-rule pl-3 sm:ml-5 sm:pl-6')}
        >
          {comment.replies.map((reply) => (
            <CommentItem
              key={reply.id}
              comment={reply}
              depth={depth + 1}
              parentName={comment.is_active ? displayName(comment.author_info) : undefined}
            />
          ))}
        </ol>
      )}
    </li>
  );
});

function CommentBody({ comment, depth, parentName }: ItemProps) {
  const hash = useHash();
  const { Content, Actions } = useContext(CommentSlotsContext);
  const name = displayName(comment.author_info);
  const isPending = comment.id < 0;
  return (
    <article
      aria-busy={isPending || undefined}
      className={classNames(
        'flex gap-3 rounded-sm py-4',
        isPending && 'opacity-60',
        hash === `#comment-${comment.id}` && 'bg-accent-tint shadow-[0_0_0_0.75rem_var(--accent-tint)]',
      )}
    >
      <Avatar
        src={comment.author_info.avatar}
        info={comment.author_info.avatar_info}
        initials={initials(comment.author_info)}
        seed={comment.author_info.username}
        size="sm"
      />
      <div className="min-w-0 flex-1">
        <header>
          <p className="text-sm font-semibold wrap-anywhere">
            {name}
            {depth > maxIndentDepth && parentName && (
              <span className="font-normal text-muted">
                {' '}
                {interpolate(commentThreadMessages.inReplyTo, { name: parentName })}
              </span>
            )}
          </p>
          <p className="text-xs text-muted">
            {isPending ? commentThreadMessages.sending : <Permalink comment={comment} />}
          </p>
        </header>
        <HiddenMark hidden={comment.hidden} />
        <Content comment={comment} />
        {!isPending && <Actions comment={comment} name={name} />}
      </div>
    </article>
  );
}

/** The date of a comment is its permalink. */
function Permalink({ comment }: { comment: CommentDetail }) {
  return (
    <>
      <Link
        to={`#comment-${comment.id}`}
        title={commentThreadMessages.permalink}
        className="inline-flex min-h-6 items-center hover:text-ink hover:underline pointer-coarse:min-h-8"
      >
        <CommentDate iso={comment.created_at} />
      </Link>
      {comment.updated_at !== comment.created_at && ` · ${commentThreadMessages.editedMark}`}
    </>
  );
}
