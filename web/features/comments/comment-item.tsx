import ChevronDown from 'lucide-react/icons/chevron-down';
import Pin from 'lucide-react/icons/pin';
import { memo, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { CommentDetail } from '#contract/comments.ts';
import { countOf } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import { displayName, initials } from '#locales/person.ts';
import * as commentThreadMessages from '#locales/ru/comment-thread.ts';
import { nouns } from '#locales/ru/nouns.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { useHash } from '#web/ui/use-hash.ts';
import { CommentDate } from './comment-date.tsx';
import { CommentMarksContext, CommentSlotsContext } from './comment-slots.tsx';
import { collectIds, maxIndentDepth } from './thread.ts';

type ItemProps = { comment: CommentDetail; depth: number; parentName?: string };

/** A comment and its replies. Memoized, so that unrelated changes do not render it again. */
export const CommentItem = memo(({ comment, depth, parentName }: ItemProps) => {
  return (
    <li id={`comment-${comment.id}`} className="relative">
      {comment.is_active || comment.hidden ? (
        <CommentBody comment={comment} depth={depth} parentName={parentName} />
      ) : (
        <p tabIndex={-1} className="py-4 text-sm text-muted italic outline-none">
          {comment.content}
        </p>
      )}
      {comment.replies.length > 0 && (
        <Branch id={comment.id} count={collectIds(comment.replies).size} newest={comment.replies.at(-1)?.id}>
          <ol
            className={classNames(depth < maxIndentDepth && 'ml-3 border-l border-rule pl-3 sm:ml-4 sm:pl-7')}
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
        </Branch>
      )}
    </li>
  );
});

/** The comments whose branches the reader has folded: they stay folded in another order or part of the discussion. */
const folded = new Set<number>();

/**
 * The replies to a comment, which the reader can fold. The switch stands in the line of the comment's name. A new
 * reply opens it.
 */
function Branch({
  id,
  count,
  newest,
  children,
}: {
  id: number;
  count: number;
  newest: number | undefined;
  children: ReactNode;
}) {
  const branch = useRef<HTMLDetailsElement>(null);
  const [isOpenAtFirst] = useState(() => !folded.has(id));
  const seen = useRef(newest);
  useEffect(() => {
    if (branch.current && seen.current !== newest) branch.current.open = true;
    seen.current = newest;
  }, [newest]);
  return (
    <details
      ref={branch}
      open={isOpenAtFirst}
      onToggle={({ currentTarget }) => void (currentTarget.open ? folded.delete(id) : folded.add(id))}
      className="group/branch"
    >
      <summary className="absolute top-1.5 right-0 flex min-h-8 min-w-8 list-none items-center justify-end gap-1 text-xs text-muted hover:text-ink sm:top-2.5 pointer-coarse:top-0 pointer-coarse:min-h-11 pointer-coarse:min-w-11 [&::-webkit-details-marker]:hidden">
        <span className="sr-only">{commentThreadMessages.branch}: </span>
        <span className="group-open/branch:sr-only">{countOf(count, nouns.reply)}</span>
        <ChevronDown aria-hidden className="size-4 group-open/branch:rotate-180" />
      </summary>
      {children}
    </details>
  );
}

/** On phones the text begins below the avatar, in the whole width. */
function CommentBody({ comment, depth, parentName }: ItemProps) {
  const hash = useHash();
  const { Content, Actions } = useContext(CommentSlotsContext);
  const { authorId, pinnedId, newIds } = useContext(CommentMarksContext);
  const name = displayName(comment.author_info);
  const isPending = comment.id < 0;
  return (
    <article
      aria-busy={isPending || undefined}
      className={classNames(
        'relative grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 rounded-sm py-2.5 sm:gap-x-3 sm:py-4',
        isPending && 'opacity-60',
        hash === `#comment-${comment.id}` && 'bg-accent-tint shadow-[0_0_0_0.75rem_var(--accent-tint)]',
      )}
    >
      {newIds?.has(comment.id) && (
        <span className="absolute inset-y-2 -left-2.5 w-1 rounded-full bg-accent">
          <span className="sr-only">{commentThreadMessages.isNew}</span>
        </span>
      )}
      <span className="sm:row-span-2 max-sm:[&>span]:size-6">
        <Avatar
          src={comment.author_info.avatar}
          info={comment.author_info.avatar_info}
          initials={initials(comment.author_info)}
          seed={comment.author_info.username}
          size="sm"
        />
      </span>
      <header
        className={classNames(
          'flex min-h-6 flex-wrap items-baseline gap-x-2 text-sm',
          comment.replies.length > 0 && 'pr-10',
        )}
      >
        <span className="max-w-full truncate font-semibold">{name}</span>
        {comment.author === authorId && <Badge>{commentThreadMessages.author}</Badge>}
        {comment.id === pinnedId && (
          <Badge>
            <Pin aria-hidden className="size-3" />
            {commentThreadMessages.pinned}
          </Badge>
        )}
        {depth > maxIndentDepth && parentName && (
          <span className="max-w-full truncate text-muted">
            {interpolate(commentThreadMessages.inReplyTo, { name: parentName })}
          </span>
        )}
        <span className="text-xs text-muted">
          {isPending ? commentThreadMessages.sending : <Permalink comment={comment} />}
        </span>
      </header>
      <div className="min-w-0 max-sm:col-span-2">
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
