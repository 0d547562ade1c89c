import { useContext } from 'react';
import type { CommentDetail } from '#contract/comments.ts';
import { t } from '#text/index.ts';
import { CommentForm } from './comment-form.tsx';
import { readingParts } from './comment-parts.tsx';
import { DiscussionContext } from './discussion-context.ts';

/** The text of a comment, or the form that edits it. */
export function CommentWords({ comment }: { comment: CommentDetail }) {
  const actions = useContext(DiscussionContext);
  const { open, setOpen, edit } = actions ?? {};
  if (open?.kind !== 'edit' || open.id !== comment.id) return <readingParts.Words comment={comment} />;

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
        place={`edit-${comment.id}`}
        label={t('commentThread.editLabel')}
        labelHidden
        autoFocus
        initial={comment.content}
        submitLabel={t('commentThread.save')}
        send={save}
        onCancel={close}
      />
    </div>
  );
}
