import { createHash } from 'node:crypto';
import { createCommentBody } from '#contract/comments.ts';
import { parseArticleDate } from './article.ts';
import type { CommentPlan } from './comment-data.ts';
import { readEvent } from './copied-article.ts';
import { getDate } from './parse-date.ts';
import { parseWith, refuse, withFile } from './problem.ts';
import {
  getExactText,
  getFields,
  getFlag,
  getItems,
  getText,
  getWholeNumber,
  readYaml,
  type YamlValue,
} from './yaml-value.ts';

const maxNumber = 1_000_000_000;

function createCollector(now: Date) {
  const roots: CommentPlan[] = [];
  const byNumber = new Map<number, CommentPlan>();
  const seen = new Map<string, number>();

  /** Of the content, so that it is the same in a later copy; the same comment twice has a number. */
  function getId(parts: unknown[]): string {
    const hash = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
    const count = seen.get(hash) ?? 0;
    seen.set(hash, count + 1);
    return count === 0 ? hash : `${hash}-${count}`;
  }

  function add(value: YamlValue, slug: string): void {
    const { line } = value;
    const fields = getFields(value);
    const replyTo = getWholeNumber(fields, 'reply_to', maxNumber);
    const parent = byNumber.get(replyTo);
    if (replyTo > 0 && !parent) refuse('comments.parentUnknown', { line });
    const author = getText(fields, 'author') ?? refuse('imports.commentAuthorMissing', { line });
    const date = getText(fields, 'date') ?? refuse('imports.commentDateMissing', { line });
    const createdAt = parseArticleDate(date, now);
    const hidden = readEvent(fields, 'hidden');
    const deleted = readEvent(fields, 'deleted');
    const text = getExactText(fields, 'text');
    const content = deleted ? '' : parseWith(createCommentBody.shape.content, text, { line });
    const plan: CommentPlan = {
      id: getId([slug, parent?.id, author.text, createdAt]),
      author,
      createdAt,
      content,
      copied: {
        isPinned: getFlag(fields, 'pinned', false),
        updatedAt: getDate(fields, 'edited') ?? createdAt,
        removed: hidden
          ? { at: hidden.at, by: hidden.by, hiddenReason: hidden.reason, waitingRule: hidden.waitingRule }
          : deleted && { at: deleted.at, by: deleted.by },
      },
      replies: [],
    };
    byNumber.set(getWholeNumber(fields, 'id', maxNumber), plan);
    (parent?.replies ?? roots).push(plan);
  }

  return {
    roots,
    /** Throws Refusal with the line. */
    addFile(text: string, slug: string): void {
      for (const item of getItems(readYaml(text))) add(item, slug);
    },
  };
}

/** The comments of an article, whose list may have several files. Throws Refusal with file and line. */
export function readCopiedComments(
  parts: ReadonlyArray<{ name: string; text: string }>,
  slug: string,
  now: Date,
): CommentPlan[] {
  const comments = createCollector(now);
  for (const { name, text } of parts) withFile(name, () => comments.addFile(text, slug));
  return comments.roots;
}
