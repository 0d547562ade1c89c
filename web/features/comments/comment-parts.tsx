import { type ComponentType, createContext } from 'react';
import type { CommentDetail } from '#contract/comments.ts';
import { CommentText } from './comment-text.tsx';

/** What differs in a comment between those who read it and those who take part; a reader loads only the former. */
export type CommentParts = {
  Words: ComponentType<{ comment: CommentDetail }>;
  Actions: ComponentType<{ comment: CommentDetail; name: string }>;
};

function Words({ comment }: { comment: CommentDetail }) {
  return (
    <div className="mt-1">
      <CommentText text={comment.content} />
    </div>
  );
}

export const readingParts: CommentParts = { Words, Actions: () => null };

/** While the code of those who take part is on its way: the place of its buttons. */
export const comingParts: CommentParts = {
  Words,
  Actions: () => <div className="-mb-2 h-8 pointer-coarse:h-11" />,
};

export const CommentPartsContext = createContext(readingParts);
