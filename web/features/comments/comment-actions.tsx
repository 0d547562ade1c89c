import Pencil from 'lucide-react/icons/pencil';
import Reply from 'lucide-react/icons/reply';
import { useContext } from 'react';
import type { CommentDetail } from '#contract/comments.ts';
import { t } from '#text/index.ts';
import { abilitiesOf } from './abilities.ts';
import { ActionButton } from './action-button.tsx';
import { CommentForm } from './comment-form.tsx';
import { DeleteComment } from './delete-comment.tsx';
import { type DiscussionActions, DiscussionContext } from './discussion-context.ts';

type ActionsProps = { comment: CommentDetail; name: string };

/** The action buttons of a comment and its reply form. */
export function CommentActions({ comment, name }: ActionsProps) {
  const discussion = useContext(DiscussionContext);
  if (!discussion) return null;
  const { user, open, setOpen, remove } = discussion;
  const canReply = discussion.canReply && comment.is_active;
  const { canEdit, canDelete } = abilitiesOf(user, comment);
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
            label={t('commentThread.replyName', { name })}
            aria-expanded={openKind === 'reply'}
            onClick={() => toggle('reply')}
          >
            {t('commentThread.reply')}
          </ActionButton>
        )}
        {canEdit && (
          <ActionButton
            id={`edit-${id}`}
            Icon={Pencil}
            label={t('commentThread.editName', { name })}
            aria-expanded={openKind === 'edit'}
            onClick={() => toggle('edit')}
          >
            {t('commentThread.edit')}
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
        place={`reply-${comment.id}`}
        label={t('commentThread.replyTo', { name })}
        autoFocus
        send={reply}
        onCancel={cancel}
      />
    </div>
  );
}
