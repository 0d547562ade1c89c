import { createCommentBody } from '#contract/comments.ts';
import type { WaitingRule } from '#contract/publication-rules.ts';
import { type Article, parseArticleDate } from './article.ts';
import type { PersonReference } from './import-source.ts';
import { parseWith, refuse } from './problem.ts';
import { getFields, getItems, getText, readYaml, type YamlText, type YamlValue } from './yaml-value.ts';

/** A comment of a source, with its replies. */
export type CommentPlan = {
  /** In the source, if it numbers its comments. */
  id?: string | undefined;
  author: PersonReference;
  createdAt: Date;
  content: string;
  /** Why moderators have to look at it first; readers do not see it. */
  hiddenReason?: string | undefined;
  /** What only a copy of a site of this kind says. */
  copied?:
    | {
        updatedAt: Date;
        isPinned: boolean;
        removed: {
          at: Date;
          by: YamlText | null;
          hiddenReason?: string | undefined;
          waitingRule?: WaitingRule | null | undefined;
        } | null;
      }
    | undefined;
  replies: CommentPlan[];
};

export type PlannedArticle = { article: Article; comments: CommentPlan[] };

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
