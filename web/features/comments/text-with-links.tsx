import { typesetParts } from '#locales/comment-text.ts';
import { CommentParts } from './comment-parts.tsx';
import { splitLinks } from './linked-text.ts';

/** A paragraph of a comment whose URLs are links. */
export const TextWithLinks = ({ text }: { text: string }) => (
  <CommentParts parts={typesetParts(text, splitLinks)} />
);
