import Pencil from 'lucide-react/icons/pencil';
import Pin from 'lucide-react/icons/pin';
import PinOff from 'lucide-react/icons/pin-off';
import Reply from 'lucide-react/icons/reply';
import { useContext } from 'react';
import type { CommentDetail } from '#contract/comments.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as commentActionsMessages from '#locales/ru/comment-actions.ts';
import { ActionButton } from './action-button.tsx';
import { CommentForm } from './comment-form.tsx';
import { CommentMarksContext } from './comment-slots.tsx';
import { DeleteComment } from './delete-comment.tsx';
import { type DiscussionActions, DiscussionContext } from './discussion-context.ts';
import { commentPermissions } from './permissions.ts';
import { ReportComment } from './report-comment.tsx';

type ActionsProps = { comment: CommentDetail; name: string };

/** The action buttons of a comment and its reply form. */
export function CommentActions({ comment, name }: ActionsProps) {
  const discussion = useContext(DiscussionContext);
  if (!discussion) return null;
  const { user, open, setOpen, remove } = discussion;
  const togglePin = comment.is_active && !comment.is_reply ? discussion.togglePin : undefined;
  const canReply = discussion.canReply && comment.is_active && !comment.hidden;
  const { canEdit, canDelete } = commentPermissions(user, comment);
  const canReport = user !== null && user.id !== comment.author && comment.is_active;
  if (!canReply && !canDelete && !canReport && !togglePin) return null;
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
        {togglePin && <PinComment name={name} comment={comment} toggle={togglePin} />}
        {canReport && <ReportComment id={id} name={name} />}
      </div>
      {openKind === 'reply' && <ReplyBox comment={comment} name={name} discussion={discussion} />}
    </>
  );
}

function PinComment({
  comment,
  name,
  toggle,
}: ActionsProps & { toggle: NonNullable<DiscussionActions['togglePin']> }) {
  const isPinned = useContext(CommentMarksContext).pinnedId === comment.id;
  const label = isPinned ? commentActionsMessages.unpinName : commentActionsMessages.pinName;
  return (
    <ActionButton
      Icon={isPinned ? PinOff : Pin}
      label={interpolate(label, { name })}
      onClick={() => void toggle(comment)}
    >
      {isPinned ? commentActionsMessages.unpin : commentActionsMessages.pin}
    </ActionButton>
  );
}

function ReplyBox({ comment, name, discussion }: ActionsProps & { discussion: DiscussionActions }) {
  // The form is removed together with the focus: return the focus to the button that opened it.
  const returnFocus = () => document.getElementById(`reply-to-${comment.id}`)?.focus();

  async function reply(text: string, homepage: string) {
    const outcome = await discussion.send(text, comment.id, homepage);
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
        waitUntil={discussion.waitUntil}
        send={reply}
        onCancel={cancel}
      />
    </div>
  );
}
