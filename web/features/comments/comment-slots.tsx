import { type ComponentType, createContext } from 'react';
import type { CommentDetail } from '#contract/comments.ts';
import { CommentText } from './comment-text.tsx';

/** The parts of a comment that differ between readers and participants. Readers load only the reader variants. */
export type CommentSlots = {
  Content: ComponentType<{ comment: CommentDetail }>;
  Actions: ComponentType<{ comment: CommentDetail; name: string }>;
};

function Content({ comment }: { comment: CommentDetail }) {
  return (
    <div className="mt-1">
      <CommentText text={comment.content} />
    </div>
  );
}

export const readerSlots: CommentSlots = { Content, Actions: () => null };

/** A guest's comments in an open discussion: they reserve the space of the buttons while a session is being restored. */
export const guestSlots: CommentSlots = {
  Content,
  Actions: () => <div className="-mb-2 hidden h-8 restoring:block pointer-coarse:h-11" />,
};

/** Reserves the space of the buttons while the participant code loads. */
export const placeholderSlots: CommentSlots = {
  Content,
  Actions: () => <div className="-mb-2 h-8 pointer-coarse:h-11" />,
};

export const CommentSlotsContext = createContext(readerSlots);

export type CommentMarks = {
  authorId: number;
  pinnedId: number | null;
  /** The comments that are new since the last visit; null until they are known. */
  newIds: ReadonlySet<number> | null;
};

/** What marks comments: the article's author, the comment that stands first, and new ones. */
export const CommentMarksContext = createContext<CommentMarks>({
  authorId: 0,
  pinnedId: null,
  newIds: null,
});
