import Pencil from 'lucide-react/icons/pencil';
import Reply from 'lucide-react/icons/reply';
import { useContext } from 'react';
import type { CommentDetail } from '#contract/comments.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as commentActionsMessages from '#locales/ru/comment-actions.ts';
import { ActionButton } from './action-button.tsx';
import { CommentForm } from './comment-form.tsx';
import { DeleteComment } from './delete-comment.tsx';
import { type DiscussionActions, DiscussionContext } from './discussion-context.ts';
import { commentPermissions } from './permissions.ts';

type ActionsProps = { comment: CommentDetail; name: string };

/** The action buttons of a comment and its reply form. */
export function CommentActions({ comment, name }: ActionsProps) {
  const discussion = useContext(DiscussionContext);
  if (!discussion) return null;
  const { user, open, setOpen, remove } = discussion;
  const canReply = discussion.canReply && comment.is_active;
  const { canEdit, canDelete } = commentPermissions(user, comment);
  if (!canReply && !canDelete) return null;
  const { id } = comment;
  const openKind = open?.id === id ? open.kind : null;
  const toggle = (kind: 'reply' | 'edit') => setOpen(openKind === kind ? null : { id, kind });

  return (
    <>
      <div className="-mb-2 flex flex-wrap items-center gap-x-4">
        {canReply && (
          <ActionButton
            id={`reply-to-${id}`}
            Icon={Reply}
            label={interpolate(commentActionsMessages.replyName, { name })}
            aria-expanded={openKind === 'reply'}
            onClick={() => toggle('reply')}
          >
            {commentActionsMessages.reply}
          </ActionButton>
        )}
        {canEdit && (
          <ActionButton
            id={`edit-${id}`}
            Icon={Pencil}
            label={interpolate(commentActionsMessages.editName, { name })}
            aria-expanded={openKind === 'edit'}
            onClick={() => toggle('edit')}
          >
            {commentActionsMessages.edit}
          </ActionButton>
        )}
        {canDelete && (
          <DeleteComment
            name={name}
            hasReplies={comment.replies.length > 0}
            onConfirm={() => remove(comment)}
          />
        )}
      </div>
      {openKind === 'reply' && <ReplyBox comment={comment} name={name} discussion={discussion} />}
    </>
  );
}

function ReplyBox({ comment, name, discussion }: ActionsProps & { discussion: DiscussionActions }) {
  // The form is removed together with the focus: return the focus to the button that opened it.
  const returnFocus = () => document.getElementById(`reply-to-${comment.id}`)?.focus();

  async function reply(text: string) {
    const outcome = await discussion.send(text, comment.id);
    if (outcome === null) returnFocus();
    return outcome;
  }

  function cancel(): void {
    discussion.setOpen(null);
    returnFocus();
  }

  return (
    <div className="mt-4">
      <CommentForm
        draftKey={`reply-${comment.id}`}
        label={interpolate(commentActionsMessages.replyTo, { name })}
        autoFocus
        send={reply}
        onCancel={cancel}
      />
    </div>
  );
}
