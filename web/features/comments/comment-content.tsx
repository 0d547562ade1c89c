import { useContext } from 'react';
import type { CommentDetail } from '#contract/comments.ts';
import * as commentActionsMessages from '#locales/ru/comment-actions.ts';
import { CommentForm } from './comment-form.tsx';
import { readerSlots } from './comment-slots.tsx';
import { DiscussionContext } from './discussion-context.ts';
import { HiddenMark } from './hidden-mark.tsx';

/** The text of a comment, with a mark if only the participant and the staff see it, or the form that edits it. */
export function CommentContent({ comment }: { comment: CommentDetail }) {
  const actions = useContext(DiscussionContext);
  const { open, setOpen, edit } = actions ?? {};
  if (open?.kind !== 'edit' || open.id !== comment.id)
    return (
      <>
        <HiddenMark hidden={comment.hidden} />
        <readerSlots.Content comment={comment} />
      </>
    );

  // The form is removed together with the focus: return the focus to the button that opened it.
  function close(): void {
    setOpen?.((box) => (box?.kind === 'edit' && box.id === comment.id ? null : box));
    requestAnimationFrame(() => document.getElementById(`edit-${comment.id}`)?.focus());
  }

  async function save(text: string) {
    const outcome = (await edit?.(comment, text)) ?? null;
    if (outcome === null) close();
    return outcome;
  }

  return (
    <div className="mt-2">
      <CommentForm
        draftKey={`edit-${comment.id}`}
        label={commentActionsMessages.editLabel}
        labelHidden
        autoFocus
        initial={comment.content}
        submitLabel={commentActionsMessages.save}
        send={save}
        onCancel={close}
      />
    </div>
  );
}
