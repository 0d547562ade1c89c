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
import { readArticle } from './article.ts';
import { createArticleWriter, type PlannedArticle } from './article-service.ts';
import { type CategoryPlan, readCategories } from './category-data.ts';
import { readComments } from './comment-data.ts';
import { type FileProblem, type ImportFolder, openImportFolder } from './import-folder.ts';
import { type ImportReport, presentProblem } from './import-report.ts';
import { nobody, readPeople } from './people.ts';
import { createAuthors } from './people-service.ts';
import { isLocalPicture } from './picture-links.ts';
import { createPictures } from './pictures-service.ts';
import { type Problem, Refusal, refuse } from './problem.ts';

export type ImportOptions = {
  /** Who has written the articles that name nobody: a username, or a key of `_data/authors.yml`. */
  defaultAuthor?: string | undefined;
  onProgress?: (progress: { done: number; total: number; file: string }) => void;
};

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
type Planned = PlannedArticle & { file: string };
type Outcome = { file: string; slug?: string; problem?: Problem };

const authorsFile = '_data/authors.yml';
const categoriesFile = '_data/categories.yml';
const commentsFolder = '_data/comments';
const dataFileEnding = '.yml';
/** Pictures are encoded side by side; more lanes than cores that a small machine has bring nothing. */
const laneCount = 2;

export function createImportService({ db, clock, accounts, categories, posts, comments, media, log }: Deps) {
  /**
   * Takes the articles of a folder into the site, each with its comments in one transaction. What the site has
   * already is left out, so it may run again at any time. Throws Refusal when the folder cannot be read.
   */
  async function importFolder(folderPath: string, options: ImportOptions = {}): Promise<ImportReport> {
    const folder = await openImportFolder(folderPath);
    const { files, problems } = await folder.list();
    const people = await readData(folder, authorsFile, readPeople, nobody, problems);
    for (const problem of people.broken.values()) problems.push({ ...problem, file: authorsFile });
    const none = new Map<string, CategoryPlan>();
    const knownCategories = await readData(folder, categoriesFile, readCategories, none, problems);
    const plans = await planAll(folder, files);
    problems.push(...(await remarksOn(folder, plans)));

    const writer = createArticleWriter({
      db,
      categories,
      posts,
      comments,
      authors: createAuthors({ db, accounts, people }),
      pictures: createPictures({ media, folder }),
      knownCategories,
      defaultAuthor: options.defaultAuthor,
    });
    let done = 0;
    const outcomes = await inLanes(plans, async (plan) => {
      const outcome = 'article' in plan ? await take(writer, plan) : plan;
      done += 1;
      options.onProgress?.({ done, total: plans.length, file: plan.file });
      return outcome;
    });
    return report(outcomes, problems);
  }

  /** Everything that can be known without the database, article by article. */
  async function planAll(folder: ImportFolder, files: string[]): Promise<Array<Planned | Outcome>> {
    const fileBySlug = new Map<string, string>();
    const plans: Array<Planned | Outcome> = [];
    for (const file of files)
      try {
        const text = (await folder.readText(file)) ?? refuse('imports.fileMissing');
        const article = readArticle(file, text, clock.now());
        const { slug } = article;
        const twin = fileBySlug.get(slug);
        if (twin !== undefined) refuse('imports.slugTwice', {}, { slug, file: twin });
        fileBySlug.set(slug, file);
        const discussion = await readDiscussion(folder, slug);
        if (discussion.length > 0 && article.status === 'draft') refuse('imports.commentsOfDraft');
        plans.push({ file, article, comments: discussion });
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        plans.push({ file, problem: error.problem });
      }
    return plans;
  }

  async function readDiscussion(folder: ImportFolder, slug: string) {
    const file = `${commentsFolder}/${slug}${dataFileEnding}`;
    try {
      const text = await folder.readText(file);
      return text === undefined ? [] : readComments(text, clock.now());
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { line, ...problem } = error.problem;
      throw new Refusal({ ...problem, about: line === undefined ? file : `${file}:${line}` });
    }
  }

  async function take(writer: ReturnType<typeof createArticleWriter>, plan: Planned): Promise<Outcome> {
    const { file } = plan;
    try {
      const isNew = await writer.take(plan);
      return isNew ? { file, slug: plan.article.slug } : { file };
    } catch (error) {
      return { file, problem: problemOf(error, file) };
    }
  }

  /** A broken article concerns nobody else; without a database there is nothing to go on with. */
  function problemOf(error: unknown, file: string): Problem {
    if (error instanceof Refusal) return error.problem;
    if (isDatabaseUnavailable(error)) throw error;
    if (isTimeout(error)) return { key: 'imports.busy' };
    const details = error instanceof AppError ? error.details : undefined;
    const message = Object.values(details?.fields ?? {})[0]?.[0] ?? details?.message;
    if (message) return message;
    log.error({ err: error, file }, 'an article could not be imported');
    return { key: 'imports.internal' };
  }

  return { importFolder };
}

/** A data file as `read` understands it, or `fallback` where it is absent or, with a problem noted, broken. */
async function readData<T>(
  folder: ImportFolder,
  file: string,
  read: (text: string) => T,
  fallback: T,
  problems: FileProblem[],
): Promise<T> {
  try {
    const text = await folder.readText(file);
    return text === undefined ? fallback : read(text);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    problems.push({ ...error.problem, file });
    return fallback;
  }
}

/** What stays behind without an article being left out for it. */
async function remarksOn(folder: ImportFolder, plans: Array<Planned | Outcome>): Promise<FileProblem[]> {
  const remarks: FileProblem[] = [];
  const articles = plans.flatMap((plan) => ('article' in plan ? [plan.article] : []));
  for (const { file, image } of articles)
    if (image && !isLocalPicture(image.text))
      remarks.push({ file, key: 'imports.pictureElsewhere', line: image.line, about: image.text });
  // The address of an unreadable article is not known: its comments may be among those without one.
  if (articles.length < plans.length) return remarks;
  const slugs = new Set(articles.map(({ slug }) => slug));
  for (const name of await folder.namesIn(commentsFolder)) {
    const slug = name.slice(0, -dataFileEnding.length);
    if (name.endsWith(dataFileEnding) && !slugs.has(slug))
      remarks.push({ file: `${commentsFolder}/${name}`, key: 'imports.commentsUnused', values: { slug } });
  }
  return remarks;
}

/** Works on a few items at a time; results come in the order of the items. The first failure ends all lanes. */
async function inLanes<Item, Result>(
  items: Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const entries = items.entries();
  let hasFailed = false;
  const lane = async () => {
    for (const [index, item] of entries) {
      if (hasFailed) return;
      results[index] = await work(item).catch((error: unknown) => {
        hasFailed = true;
        throw error;
      });
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: laneCount }, lane));
  for (const ended of lanes) if (ended.status === 'rejected') throw ended.reason;
  return results;
}

function report(outcomes: Outcome[], problems: FileProblem[]): ImportReport {
  const existing = (file: string): FileProblem => ({ file, key: 'imports.exists' });
  return {
    taken: outcomes.flatMap(({ file, slug }) => (slug === undefined ? [] : [{ file, slug }])),
    leftOut: outcomes.flatMap(({ file, slug, problem }) => {
      if (slug !== undefined) return [];
      return [
        {
          ...presentProblem(problem ? { ...problem, file } : existing(file)),
          isBroken: problem !== undefined,
        },
      ];
    }),
    problems: problems.map(presentProblem),
  };
}
