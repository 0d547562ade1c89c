import { createCommentBody } from '#contract/comments.ts';
import { dateOf } from './article.ts';
import { accept, refuse } from './problem.ts';
import { fieldsOf, itemsOf, readYaml, textOf, type YamlText, type YamlValue } from './yaml-value.ts';

/** A comment in a folder, with its replies. */
export type CommentPlan = { author: YamlText; createdAt: Date; content: string; replies: CommentPlan[] };

export const commentsFolder = '_data/comments';

/** The path of the file with the comments of an article. */
export const commentsFileOf = (slug: string): string => `${commentsFolder}/${slug}.yml`;

/** Reads such a file: a list of comments with author, date, text and replies. Replies are a list of the same kind. */
export function readComments(text: string, now: Date): CommentPlan[] {
  return itemsOf(readYaml(text)).map((value) => readComment(value, now));
}

function readComment(value: YamlValue, now: Date, parent?: Date): CommentPlan {
  const { line } = value;
  const fields = fieldsOf(value);
  const author = textOf(fields, 'author') ?? refuse('imports.commentAuthorMissing', { line });
  const date = textOf(fields, 'date') ?? refuse('imports.commentDateMissing', { line });
  const createdAt = dateOf(date, now);
  // Discussions are sorted by time, so a reply must not be older than its parent.
  if (parent && createdAt < parent) refuse('imports.commentBeforeParent', { line: date.line });
  const content = textOf(fields, 'text');
  return {
    author,
    createdAt,
    content: accept(createCommentBody.shape.content, content?.text, { line: content?.line ?? line }),
    replies: itemsOf(fields.get('replies')).map((reply) => readComment(reply, now, createdAt)),
  };
}
