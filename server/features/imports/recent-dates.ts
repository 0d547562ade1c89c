import type { Outcome } from './article-plan.ts';
import type { CommentPlan, PlannedArticle } from './comment-data.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** The youngest article and its last comment. */
const minArticleAgeMs = 2 * hourMs;
const minCommentAgeMs = 5 * 60_000;

/** Later than every date of a folder: what is moved may lie in the future. */
export const endOfTime = new Date(8_640_000_000_000_000);

/**
 * Moves articles with their comments to the last days before `now`, and scheduled ones to the days after it, so that
 * examples look recent. Order and times of day stay; a discussion that would reach into the future is shortened.
 */
export function moveToRecentDays<Planned extends PlannedArticle>(
  plans: readonly Planned[],
  { now, days }: { now: Date; days: number },
): Planned[] {
  const newestFirst = plans.toSorted(
    (left, right) => right.article.createdAt.getTime() - left.article.createdAt.getTime(),
  );
  const position = new Map(newestFirst.map((plan, index) => [plan, index]));
  return plans.map((plan) => {
    const age = Math.floor(((position.get(plan) ?? 0) * days) / plans.length);
    return movePlan(plan, { now, age });
  });
}

/** The same among files that are not articles. */
export function movePlans<Planned extends PlannedArticle & { file: string }>(
  plans: ReadonlyArray<Planned | Outcome>,
  options: { now: Date; days: number },
): Array<Planned | Outcome> {
  const articles = plans.filter((plan): plan is Planned => 'article' in plan);
  const moved = new Map(
    moveToRecentDays(articles, options).map((plan, index) => [articles[index]?.file, plan]),
  );
  return plans.map((plan) => moved.get(plan.file) ?? plan);
}

function movePlan<Planned extends PlannedArticle>(
  plan: Planned,
  { now, age }: { now: Date; age: number },
): Planned {
  const { createdAt, publishAt } = plan.article;
  const latest = now.getTime() - minArticleAgeMs;
  const wholeDays = Math.floor((latest - createdAt.getTime()) / dayMs) - age;
  const moved = new Date(createdAt.getTime() + wholeDays * dayMs);
  return {
    ...plan,
    article: { ...plan.article, createdAt: moved, publishAt: publishAt && nextTime(publishAt, now) },
    comments: moveComments(plan.comments, {
      from: createdAt,
      to: moved,
      end: now.getTime() - minCommentAgeMs,
    }),
  };
}

/** The same time of day, at least a day after `now`. */
function nextTime(time: Date, now: Date): Date {
  const wholeDays = Math.ceil((now.getTime() - time.getTime()) / dayMs) + 1;
  return new Date(time.getTime() + wholeDays * dayMs);
}

type Move = { from: Date; to: Date; end: number };

function moveComments(comments: CommentPlan[], { from, to, end }: Move): CommentPlan[] {
  const delayOf = ({ createdAt }: CommentPlan) => createdAt.getTime() - from.getTime();
  const longestDelay = Math.max(0, ...allOf(comments).map(delayOf));
  const scale = Math.min(1, (end - to.getTime()) / longestDelay);
  const move = (comment: CommentPlan): CommentPlan => ({
    ...comment,
    createdAt: new Date(to.getTime() + Math.max(0, delayOf(comment)) * scale),
    replies: comment.replies.map(move),
  });
  return comments.map(move);
}

const allOf = (comments: readonly CommentPlan[]): CommentPlan[] =>
  comments.flatMap((comment) => [comment, ...allOf(comment.replies)]);
