import Pencil from 'lucide-react/icons/pencil';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Comment } from '#contract/comments.ts';
import { fullDate } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as commentActionsMessages from '#locales/ru/comment-actions.ts';
import * as commentThreadMessages from '#locales/ru/comment-thread.ts';
import { explain } from '#locales/ru/decisions.ts';
import * as myCommentsMessages from '#locales/ru/my-comments.ts';
import { Badge } from '#web/ui/badge.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { ActionButton } from './action-button.tsx';
import { CommentForm, type SendOutcome } from './comment-form.tsx';
import { deleteComment, updateComment } from './comment-mutations.ts';
import { CommentText } from './comment-text.tsx';
import { DeleteComment } from './delete-comment.tsx';
import { HiddenMark } from './hidden-mark.tsx';

type OwnProps = { comment: Comment; onChanged: () => void; onDeleted: () => void };

/** A comment of the user with a link to it in the discussion, unless the post is withdrawn. */
export function OwnComment({ comment, onChanged, onDeleted }: OwnProps) {
  const [isEditing, setEditing] = useState(false);
  const { id, post_title: title, post_slug: slug, post_withdrawn: isWithdrawn = false } = comment;
  const name = interpolate(myCommentsMessages.own, { title });

  function close(): void {
    setEditing(false);
    requestAnimationFrame(() => document.getElementById(`edit-${id}`)?.focus());
  }

  async function save(text: string): Promise<SendOutcome> {
    const outcome = await updateComment(id, text);
    if ('error' in outcome) return outcome;
    onChanged();
    close();
    return null;
  }

  return (
    <article className="flex flex-col gap-2 py-5">
      <p className="text-sm text-muted wrap-anywhere">
        {myCommentsMessages.to}{' '}
        {isWithdrawn ? (
          <span className="font-medium text-soft">{title}</span>
        ) : (
          <Link
            to={`/posts/${slug}`}
            viewTransition
            className="font-medium text-soft underline-offset-2 hover:text-ink hover:underline"
          >
            {title}
          </Link>
        )}{' '}
        {isWithdrawn && <Badge tone="warning">{myCommentsMessages.withdrawn}</Badge>}
      </p>
      <HiddenMark hidden={comment.hidden} />
      {comment.hidden && !comment.hidden.is_waiting && (
        <p className="text-sm">
          <TextLink to={`/decisions?kind=comment&target=${id}`}>{explain}</TextLink>
        </p>
      )}
      {isEditing ? (
        <CommentForm
          draftKey={`edit-${id}`}
          label={commentActionsMessages.editLabel}
          labelHidden
          autoFocus
          initial={comment.content}
          submitLabel={commentActionsMessages.save}
          send={save}
          onCancel={close}
        />
      ) : (
        <CommentText text={comment.content} />
      )}
      <div className="flex flex-wrap items-center gap-x-4 text-sm text-muted">
        {!isWithdrawn && (
          <Link
            to={`/posts/${slug}#comment-${id}`}
            viewTransition
            aria-label={interpolate(myCommentsMessages.inDiscussionOf, { title })}
            className="inline-flex min-h-8 items-center text-link hover:text-link-hover hover:underline pointer-coarse:min-h-11"
          >
            {myCommentsMessages.inDiscussion}
          </Link>
        )}
        {comment.is_active && (
          <>
            <ActionButton
              id={`edit-${id}`}
              Icon={Pencil}
              label={interpolate(commentActionsMessages.editName, { name })}
              aria-expanded={isEditing}
              onClick={() => setEditing(!isEditing)}
            >
              {commentActionsMessages.edit}
            </ActionButton>
            <DeleteComment
              name={name}
              hasReplies={comment.replies_count > 0}
              onConfirm={async () => {
                if (await deleteComment(id)) onDeleted();
              }}
            />
          </>
        )}
        <p className="text-xs sm:ml-auto">
          <time dateTime={comment.created_at}>{fullDate(comment.created_at)}</time>
          {comment.updated_at !== comment.created_at && ` · ${commentThreadMessages.editedMark}`}
        </p>
      </div>
    </article>
  );
}
