import { slugify } from '#contract/slug.ts';
import { postStates, type ScalePlan } from './plan.ts';
import type { Random } from './random.ts';
import type { TextGenerator } from './text-generator.ts';

/** First ids of the new rows. Rows that already exist keep their ids. */
export type FirstIds = { accounts: number; categories: number; posts: number; comments: number };
type Cell = string | number | boolean | null;

/** One line in the text format of COPY. */
export const copyLine = (cells: Cell[]): string =>
  `${cells.map((cell) => (cell === null ? '\\N' : typeof cell === 'string' ? escaped(cell) : cell)).join('\t')}\n`;

const escaped = (text: string): string =>
  /[\\\t\n\r]/.test(text)
    ? text.replace(
        /[\\\t\n\r]/g,
        (sign) => ({ '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' })[sign] ?? '',
      )
    : text;

const dateText = (ms: number): string => new Date(ms).toISOString();

const excerptLength = 200;
const wordsPerMinute = 180;
const minWords = 15;
const minExtraWords = 12;
const maxWords = 600;
const slugRules = { maxLength: 180, fallback: 'post' };

export const postColumns =
  'id, author_id, category_id, title, slug, content, content_html, content_text, excerpt, reading_time_minutes, ' +
  'renderer_version, status, hidden_status, hidden_at, public_title, public_slug, comments_count, created_at, updated_at';

/** The row of one post: the text of its author, and the columns that the renderer would have filled. */
export function postCells(
  index: number,
  plan: ScalePlan,
  { first, textGenerator, random, comments, rendererVersion }: PostContext,
): Cell[] {
  const [id, title] = [first.posts + index, textGenerator.title()];
  const length = Math.min(maxWords, minWords + Math.floor(minExtraWords / (1 - random()) ** 0.5));
  const half = Math.ceil(length / 2);
  const paragraphs =
    length > 60
      ? [textGenerator.text(half), textGenerator.text(length - half)]
      : [textGenerator.text(length)];
  const text = paragraphs.join('\n');
  const state = postStates[plan.statusOf[index] as 0 | 1 | 2];
  const category = plan.categoryOf[index] as number;
  const createdAt = dateText(plan.createdAt[index] as number);
  const slug = `${slugify(title, slugRules)}-${id}`;
  const ifHidden = (value: string) => (state === 'hidden' ? value : null);
  return [
    id,
    first.accounts + (plan.authorOf[index] as number),
    category < 0 ? null : first.categories + category,
    title,
    slug,
    paragraphs.join('\n\n'),
    paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('\n'),
    text,
    text.length > excerptLength ? `${text.slice(0, excerptLength)}…` : text,
    Math.max(1, Math.round(length / wordsPerMinute)),
    rendererVersion,
    state,
    ifHidden('published'),
    ifHidden(createdAt),
    ifHidden(title),
    ifHidden(slug),
    comments,
    createdAt,
    createdAt,
  ];
}

type PostContext = {
  first: FirstIds;
  textGenerator: TextGenerator;
  random: Random;
  /** Visible comments on the post. */
  comments: number;
  rendererVersion: number;
};

export const commentColumns =
  'id, post_id, author_id, parent_id, thread_id, depth, content, replies_count, deleted_at, deleted_by, is_hidden, created_at, updated_at';

const maxDepth = 12;
const replyWindow = 50;
const meanPauseMs = 20 * 60_000;

type CommentContext = {
  first: FirstIds;
  textGenerator: TextGenerator;
  random: Random;
  drawAccount(): number;
  now: number;
  /** Called for every visible comment with the index of its author. */
  onVisibleComment(author: number): void;
};

/** The rows of the comments on one post, with ids from `firstId` on: top-level comments, and replies to recent ones. */
export function commentLines(
  postId: number,
  startsAt: number,
  firstId: number,
  count: number,
  context: CommentContext,
): string {
  const { first, textGenerator, random, drawAccount, now, onVisibleComment } = context;
  const parents = new Int32Array(count);
  const depths = new Uint8Array(count);
  const threads = new Int32Array(count);
  const replies = new Int32Array(count);
  // 0 visible, 1 deleted, 2 hidden.
  const states = new Uint8Array(count);
  for (let index = 0; index < count; index += 1) {
    const parent = random() < 0.4 ? -1 : index - 1 - Math.floor(random() * Math.min(index, replyWindow));
    const isReply = index > 0 && parent >= 0 && (depths[parent] as number) < maxDepth;
    parents[index] = isReply ? parent : -1;
    depths[index] = isReply ? (depths[parent] as number) + 1 : 0;
    threads[index] = isReply ? (threads[parent] as number) : index;
    const chance = random();
    states[index] = chance < 0.985 ? 0 : chance < 0.995 ? 1 : 2;
    if (isReply && states[index] === 0) replies[parent] = (replies[parent] as number) + 1;
  }
  let lines = '';
  let at = startsAt;
  for (let index = 0; index < count; index += 1) {
    at = Math.min(now, at - Math.log(1 - random()) * meanPauseMs);
    const author = drawAccount();
    const isVisible = states[index] === 0;
    if (isVisible) onVisibleComment(author);
    const createdAt = dateText(at);
    const parent = parents[index] as number;
    lines += copyLine([
      firstId + index,
      postId,
      first.accounts + author,
      parent < 0 ? null : firstId + parent,
      firstId + (threads[index] as number),
      depths[index] as number,
      textGenerator.sentence(4 + Math.floor(10 * random() * random())),
      replies[index] as number,
      isVisible ? null : createdAt,
      isVisible ? null : first.accounts + author,
      states[index] === 2,
      createdAt,
      createdAt,
    ]);
  }
  return lines;
}
