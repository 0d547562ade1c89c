import { createCommentBody } from '#contract/comments.ts';
import { cutText } from '#locales/cut-text.ts';
import type { CommentPlan } from './comment-data.ts';
import { textOfHtml } from './html-to-markdown.ts';
import type { SourcePerson } from './import-source.ts';
import type { Problem } from './problem.ts';
import { childrenOf, childText, type XmlNode } from './wordpress-xml.ts';

type Context = {
  authorsById: ReadonlyMap<string, SourcePerson>;
  now: Date;
  hiddenReason: string;
};

const maxLength = 300;

/** The discussion below an article, without spam, and how much of it is missing. */
export function readWordPressComments(
  item: XmlNode,
  context: Context,
): { comments: CommentPlan[]; remarks: Problem[] } {
  const nodes = childrenOf(item, 'wp:comment');
  const kept = new Map<string, { plan: CommentPlan; parent: string }>();
  const parentOf = new Map<string, string>();
  let leftOut = 0;
  for (const node of nodes) {
    const id = childText(node, 'wp:comment_id');
    parentOf.set(id, childText(node, 'wp:comment_parent'));
    const plan = readComment(node, id, context);
    if (plan) kept.set(id, { plan, parent: childText(node, 'wp:comment_parent') });
    else leftOut += 1;
  }
  const roots: CommentPlan[] = [];
  const findAbove = createFinder(kept, parentOf);
  for (const { plan, parent } of kept.values()) {
    const above = findAbove(parent);
    if (!above || above === plan) roots.push(plan);
    else {
      // Discussions are sorted by time, so a reply must not be older than its parent.
      if (plan.createdAt < above.createdAt) plan.createdAt = above.createdAt;
      above.replies.push(plan);
    }
  }
  const remarks: Problem[] =
    leftOut === 0 ? [] : [{ key: 'imports.commentsLeftOut', line: item.line, values: { count: leftOut } }];
  return { comments: roots, remarks };
}

/** The nearest comment above that readers see; a reply to spam moves up. A circle of parents ends. Every comment is passed once. */
function createFinder(
  kept: ReadonlyMap<string, { plan: CommentPlan }>,
  parentOf: ReadonlyMap<string, string>,
): (parent: string) => CommentPlan | undefined {
  const known = new Map<string, CommentPlan | undefined>();
  return (parent) => {
    const passed: string[] = [];
    let above = parent;
    for (; !['', '0'].includes(above) && !known.has(above); above = parentOf.get(above) ?? '') {
      const plan = kept.get(above)?.plan;
      known.set(above, plan?.hiddenReason === undefined ? plan : undefined);
      if (known.get(above)) break;
      passed.push(above);
    }
    const found = known.get(above);
    for (const id of passed) known.set(id, found);
    return found;
  };
}

function readComment(
  node: XmlNode,
  id: string,
  { authorsById, now, hiddenReason }: Context,
): CommentPlan | undefined {
  const state = childText(node, 'wp:comment_approved');
  const type = childText(node, 'wp:comment_type');
  if (!['1', '0', 'approved', 'hold'].includes(state) || !['', 'comment'].includes(type)) return undefined;
  const content = textOfComment(childText(node, 'wp:comment_content'));
  if (content === '') return undefined;
  const name = cutText(childText(node, 'wp:comment_author'), maxLength);
  const date =
    readDate(childText(node, 'wp:comment_date_gmt')) ?? readDate(childText(node, 'wp:comment_date'));
  const known = authorsById.get(childText(node, 'wp:comment_user_id'));
  const guest: SourcePerson = {
    id: `guest:${(childText(node, 'wp:comment_author_email').toLowerCase() || name).slice(0, maxLength - 10)}`,
    name,
    isVerified: false,
  };
  return {
    id,
    author: { text: name || '—', line: node.line, person: known ?? guest },
    createdAt: date && date < now ? date : now,
    content,
    ...((state === '0' || state === 'hold') && { hiddenReason }),
    replies: [],
  };
}

const maxCommentLength = 10_000;

/** Comments are plain text; a link keeps its words, and a paragraph its place. */
function textOfComment(html: string): string {
  const text = html
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => (/[<&]/.test(line) ? textOfHtml(line) : line.trim()))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  if (createCommentBody.shape.content.safeParse(text).success) return text;
  const cut = `${text.slice(0, maxCommentLength / 5)}…`;
  return createCommentBody.shape.content.safeParse(cut).success ? cut : '';
}

/** `2015-01-27 14:56:57` in UTC; undefined for the date of nothing, `0000-00-00`. */
export function readDate(text: string): Date | undefined {
  const [, day, time] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/.exec(text) ?? [];
  const date = new Date(`${day}T${time}Z`);
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() < 1 ? undefined : date;
}
