import { createCommentBody } from '#contract/comments.ts';
import { type Article, parseArticleDate } from './article.ts';
import { parseWith, refuse } from './problem.ts';
import { getFields, getItems, getText, readYaml, type YamlText, type YamlValue } from './yaml-value.ts';

/** A comment in a folder, with its replies. */
export type CommentPlan = { author: YamlText; createdAt: Date; content: string; replies: CommentPlan[] };

export type PlannedArticle = { article: Article; comments: CommentPlan[] };

export const commentsFolder = '_data/comments';

/** The path of the file with the comments of an article. */
export const getCommentsPath = (slug: string): string => `${commentsFolder}/${slug}.yml`;

/** Reads such a file: a list of comments with author, date, text and replies. Replies are a list of the same kind. */
export function readComments(text: string, now: Date): CommentPlan[] {
  return getItems(readYaml(text)).map((value) => readComment(value, now));
}

function readComment(value: YamlValue, now: Date, parent?: Date): CommentPlan {
  const { line } = value;
  const fields = getFields(value);
  const author = getText(fields, 'author') ?? refuse('imports.commentAuthorMissing', { line });
  const date = getText(fields, 'date') ?? refuse('imports.commentDateMissing', { line });
  const createdAt = parseArticleDate(date, now);
  // Discussions are sorted by time, so a reply must not be older than its parent.
  if (parent && createdAt < parent) refuse('imports.commentBeforeParent', { line: date.line });
  const content = getText(fields, 'text');
  return {
    author,
    createdAt,
    content: parseWith(createCommentBody.shape.content, content?.text, { line: content?.line ?? line }),
    replies: getItems(fields.get('replies')).map((reply) => readComment(reply, now, createdAt)),
  };
}
