import type { Accounts } from '#server/features/accounts/index.ts';
import type { Categories } from '#server/features/categories/index.ts';
import type { Comments } from '#server/features/comments/index.ts';
import type { Media } from '#server/features/media/index.ts';
import type { Posts } from '#server/features/posts/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import { isDatabaseUnavailable, isTimeout } from '#server/platform/db/db-errors.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Log } from '#server/platform/log.ts';
import { publishIfDue } from './article.ts';
import { createArticleWriter, type PreparedArticle } from './article-writer-service.ts';
import { createAuthorResolver } from './author-service.ts';
import { openImportFolder } from './import-folder.ts';
import { type ArticlePlan, type Outcome, planFolder } from './import-plan-service.ts';
import { type PlannedFile, previewFolder } from './import-preview-service.ts';
import { type ImportReport, presentProblem, type ReportLine } from './import-report.ts';
import { createPictureImporter } from './picture-importer.ts';
import { type Problem, Refusal } from './problem.ts';
import { endOfTime, moveToRecentDays } from './recent-dates.ts';

export type ImportOptions = {
  /** The author of articles without one: a username, or a key of `_data/authors.yml`. */
  defaultAuthor?: string | undefined;
  /** Stops the import after the current article; imported articles stay. */
  signal?: AbortSignal | undefined;
  /** Moves the articles to this many days before the present, for examples: `recent-dates.ts`. */
  recentDays?: number | undefined;
  onProgress?: (progress: { done: number; total: number; file: string }) => void;
};

/** `problems` are those of other files than articles. */
export type ImportPreview = { files: PlannedFile[]; problems: ReportLine[] };

type Deps = {
  db: Db;
  clock: Clock;
  accounts: Accounts;
  categories: Categories;
  posts: Posts;
  comments: Comments;
  media: Media;
  log: Log;
};
type ArticleWriter = ReturnType<typeof createArticleWriter>;
type PreparedStep = { file: string; ready: PreparedArticle };

/** The number of articles whose pictures are encoded while another one is written. */
const maxPreparedAhead = 2;

export function createImportService({ db, clock, accounts, categories, posts, comments, media, log }: Deps) {
  /**
   * Imports the articles of a folder, each with its comments in one transaction. Existing articles are skipped, so that
   * an import can be repeated at any time. Throws Refusal if the folder cannot be read.
   */
  async function importFolder(folderPath: string, options: ImportOptions = {}): Promise<ImportReport> {
    const folder = await openImportFolder(folderPath);
    const { recentDays } = options;
    const planned = await planFolder(folder, recentDays === undefined ? clock.now() : endOfTime);
    const { problems, people, knownCategories } = planned;
    const plans =
      recentDays === undefined ? planned.plans : moveArticles(planned.plans, clock.now(), recentDays);
    const pictures = createPictureImporter({ media, folder });
    const writer = createArticleWriter({
      db,
      categories,
      posts,
      comments,
      authors: createAuthorResolver({ db, accounts, people, pictures }),
      pictures,
      knownCategories,
      defaultAuthor: options.defaultAuthor,
    });
    let done = 0;
    const outcomes = await processInOrder(
      plans,
      async (plan) => ('article' in plan ? prepare(writer, plan) : plan),
      async (step) => {
        options.signal?.throwIfAborted();
        const outcome = 'ready' in step ? await write(writer, step) : step;
        done += 1;
        options.onProgress?.({ done, total: plans.length, file: step.file });
        return outcome;
      },
    );
    return {
      imported: outcomes.flatMap(({ file, slug }) => (slug === undefined ? [] : [{ file, slug }])),
      skipped: outcomes.flatMap(toSkippedLine),
      problems: problems.map(presentProblem),
    };
  }

  /** What an import would do, without writing anything. Throws Refusal if the folder cannot be read. */
  async function previewImport(
    folderPath: string,
    { defaultAuthor }: Pick<ImportOptions, 'defaultAuthor'> = {},
  ): Promise<ImportPreview> {
    const folder = await openImportFolder(folderPath);
    const now = clock.now();
    const planned = await planFolder(folder, now);
    const files = await previewFolder({ posts, folder, planned, defaultAuthor, now });
    const remarked = new Set(files.map(({ file }) => file));
    const problems = planned.problems.filter(({ file }) => !remarked.has(file)).map(presentProblem);
    return { files, problems };
  }

  async function prepare(writer: ArticleWriter, plan: ArticlePlan): Promise<PreparedStep | Outcome> {
    const { file } = plan;
    try {
      const ready = await writer.prepare({ ...plan, article: publishIfDue(plan.article, clock.now()) });
      return ready ? { file, ready } : { file };
    } catch (error) {
      return { file, problem: toProblem(error, file) };
    }
  }

  async function write(writer: ArticleWriter, { file, ready }: PreparedStep): Promise<Outcome> {
    try {
      return (await writer.write(ready)) ? { file, slug: ready.article.slug } : { file };
    } catch (error) {
      return { file, problem: toProblem(error, file) };
    }
  }

  /** A broken article does not affect the others, but without a database the import stops. */
  function toProblem(error: unknown, file: string): Problem {
    if (error instanceof Refusal) return error.problem;
    if (isDatabaseUnavailable(error)) throw error;
    if (isTimeout(error)) return { key: 'imports.busy' };
    const details = error instanceof AppError ? error.details : undefined;
    const message = Object.values(details?.fields ?? {})[0]?.[0] ?? details?.message;
    if (message) return message;
    log.error({ err: error, file }, 'an article could not be imported');
    return { key: 'imports.internal' };
  }

  return { importFolder, previewImport };
}

function moveArticles(plans: Array<ArticlePlan | Outcome>, now: Date, days: number) {
  const articles = plans.filter((plan) => 'article' in plan);
  const moved = new Map(
    moveToRecentDays(articles, { now, days }).map((plan, index) => [articles[index]?.file, plan]),
  );
  return plans.map((plan) => moved.get(plan.file) ?? plan);
}

function toSkippedLine({ file, slug, problem }: Outcome): ImportReport['skipped'] {
  if (slug !== undefined) return [];
  const line = presentProblem({ ...(problem ?? { key: 'imports.exists' }), file });
  return [{ ...line, isBroken: problem !== undefined }];
}

/** Finishes the items one by one while the next few are prepared. Waits for running preparations after a failure. */
async function processInOrder<Item, Step, Result>(
  items: Item[],
  prepare: (item: Item) => Promise<Step>,
  finish: (step: Step) => Promise<Result>,
): Promise<Result[]> {
  const steps: Array<Promise<Step>> = [];
  const results: Result[] = [];
  try {
    for (const index of items.keys()) {
      const next = items.slice(steps.length, index + 1 + maxPreparedAhead).map(prepare);
      // An early failure is handled when the item is awaited; until then it must not be an unhandled rejection.
      for (const step of next) step.catch(() => undefined);
      steps.push(...next);
      results.push(await finish(await (steps[index] as Promise<Step>)));
    }
    return results;
  } finally {
    await Promise.allSettled(steps);
  }
}
