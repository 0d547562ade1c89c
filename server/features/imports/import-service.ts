import path from 'node:path';
import type { Accounts } from '#server/features/accounts/index.ts';
import type { Categories } from '#server/features/categories/index.ts';
import type { Comments } from '#server/features/comments/index.ts';
import type { Media } from '#server/features/media/index.ts';
import type { CopiedPlacement, Posts } from '#server/features/posts/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { isDatabaseUnavailable, isTimeout } from '#server/platform/db/db-errors.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Log } from '#server/platform/log.ts';
import type { Outcome } from './article-plan.ts';
import { createArticleWriter, type PreparedArticle, type Recorder } from './article-writer-service.ts';
import { type AuthorResolver, createAuthorResolver } from './author-service.ts';
import { createCopiedAccounts } from './copied-account-service.ts';
import type { FileProblem } from './import-folder.ts';
import { type PlannedFile, previewArticle } from './import-preview-service.ts';
import {
  addOutcome,
  addProblems,
  createReport,
  type ImportReport,
  notesOf,
  presentProblem,
  type ReportLine,
  stateOf,
} from './import-report.ts';
import {
  convertItem,
  hashOfSource,
  type ImportSource,
  type SiteCopy,
  type SourceArticle,
  type SourcePerson,
} from './import-source.ts';
import * as store from './import-store.ts';
import { finishCommandTask, linkTask } from './import-task-store.ts';
import { openSource, type SourceOptions } from './open-source-service.ts';
import { createPictureImporter } from './picture-import-service.ts';
import { type Problem, Refusal } from './problem.ts';
import { retryWhileBusy } from './retry-while-busy.ts';
import { describeSlugOwner } from './slug-owner-service.ts';
import type { ReadSource } from './text-readers.ts';
import { createUndo } from './undo-service.ts';

export type ImportOptions = SourceOptions & {
  /** The author of articles without one: a username, or a key of `_data/authors.yml`. */
  defaultAuthor?: string | undefined;
  /** Stops the import after the current article; imported articles stay. */
  signal?: AbortSignal | undefined;
  onProgress?: (progress: ImportProgress) => void;
  /** Receives all problems that belong to no article. */
  onProblems?: (problems: ReportLine[]) => void;
  /** The task of the staff screen; without one the run gets a task of its own. */
  taskId?: number | undefined;
};
export type ImportProgress = { done: number; total: number | undefined; file: string };
export type PreviewOptions = SourceOptions & {
  defaultAuthor?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Receives the files one by one, so that a large source is not held in memory; the result has none then. */
  onFile?: (file: PlannedFile, total: number | undefined) => void | Promise<void>;
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
  read: ReadSource;
};
type ArticleWriter = ReturnType<typeof createArticleWriter>;
type ImportWork = { runId: number; writer: ArticleWriter; report: ImportReport; options: ImportOptions };
type CopiedAccounts = ReturnType<typeof createCopiedAccounts>;

/** The number of articles whose pictures are encoded while another one is written. */
const maxPreparedAhead = 2;
const maxFileLength = 1_000;
const listedRuns = 50;

export function createImportService(deps: Deps) {
  const { db, clock, posts, media, log } = deps;

  /**
   * Imports a source, each article with its comments in one transaction. It can be repeated at any time, also after it was
   * killed: what has not changed in the source is not written again. Throws Refusal if the source cannot be read.
   */
  async function importFrom(sourcePath: string, options: ImportOptions = {}): Promise<ImportReport> {
    const source = await openSource(sourcePath, options, { now: clock.now(), read: deps.read });
    const runId = await store.openRun(db, source.key, clock.now());
    await linkTask(db, { runId, taskId: options.taskId, name: path.basename(sourcePath), now: clock.now() });
    const { writer, authors, accounts } = createWriter(source, runId, options);
    const report = createReport(runId);
    if (source.copy && accounts)
      await copyAccounts(source.copy, accounts, { source, signal: options.signal });
    if (source.copy) await writer.writeCategories();
    for await (const person of source.members?.() ?? []) {
      options.signal?.throwIfAborted();
      await addMember(authors, person, source.problems);
    }
    await importArticles(source, { runId, writer, report, options });
    if (source.copy && accounts) await placeArticles(source.copy, accounts);
    const problems = source.problems.map(presentProblem);
    addProblems(report, problems);
    options.onProblems?.(problems);
    await store.setRunState(db, runId, 'finished', clock.now());
    await finishCommandTask(db, runId, clock.now());
    return report;
  }

  /** A continued run passes over what it is done with, if the source still says the same. */
  async function importArticles(
    source: ImportSource,
    { runId, writer, report, options }: ImportWork,
  ): Promise<void> {
    const done = await store.listSourceHashes(db, runId);
    const settings = hashOfSource([options.defaultAuthor ?? null, source.people.known]);
    const recordWith =
      (hash: string | null): Recorder =>
      (to, outcome) =>
        recordOutcome(to, runId, outcome, hash);
    let count = 0;
    await processInOrder(
      source.read(),
      async (item) => {
        const hash = 'hash' in item ? hashOfSource([item.hash, settings]) : null;
        if (hash !== null && done.has(hash)) return { step: { file: item.file }, record: async () => {} };
        const plan = await convertItem(item);
        return { step: 'article' in plan ? await prepare(writer, plan) : plan, record: recordWith(hash) };
      },
      async ({ step, record }) => {
        options.signal?.throwIfAborted();
        const outcome = 'post' in step ? await write(writer, step, record) : step;
        if (!('post' in step)) await record(db, step);
        addOutcome(report, outcome);
        count += 1;
        options.onProgress?.({ done: count, total: source.total, file: step.file });
      },
    );
  }

  function createWriter(source: ImportSource, runId: number, options: ImportOptions) {
    const pictures = createPictureImporter({ db, media, source, runId });
    const tools = { ...deps, source, runId, pictures };
    const accounts = source.copy && createCopiedAccounts({ ...tools, hasRoles: source.copy.hasRoles });
    const authors = accounts ?? createAuthorResolver(tools);
    const writer = createArticleWriter({
      ...tools,
      authors,
      defaultAuthor: options.defaultAuthor,
      canUpdate: options.recentDays === undefined,
    });
    return { writer, authors, accounts };
  }

  async function addMember(
    authors: AuthorResolver,
    person: SourcePerson,
    problems: FileProblem[],
  ): Promise<void> {
    try {
      await retryWhileBusy(() => authors.getId({ text: person.name, line: 1, person }));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      problems.push({ about: person.email, ...error.problem, file: 'members' });
    }
  }

  /** Accounts whose data is not acceptable are reported, like the articles that need them. */
  async function copyAccounts(
    copy: SiteCopy,
    accounts: CopiedAccounts,
    { source, signal }: { source: ImportSource; signal: AbortSignal | undefined },
  ): Promise<void> {
    for await (const person of copy.accounts()) {
      signal?.throwIfAborted();
      const problem = await retryWhileBusy(() => accounts.create(person));
      if (problem) source.problems.push({ ...problem, file: person.file });
    }
  }

  async function placeArticles(copy: SiteCopy, accounts: CopiedAccounts): Promise<void> {
    const placements: CopiedPlacement[] = [];
    for (const { editor, ...placement } of copy.placements)
      placements.push({ ...placement, editorId: editor && (await accounts.getId(editor)) });
    await inTransaction(db, (tx) => posts.addCopiedPlacements(tx, placements));
  }

  /** What an import would do, without writing anything. Throws Refusal if the source cannot be read. */
  async function previewImport(sourcePath: string, options: PreviewOptions = {}): Promise<ImportPreview> {
    const now = clock.now();
    const source = await openSource(sourcePath, options, { now, read: deps.read });
    const files: PlannedFile[] = [];
    const onFile = options.onFile ?? ((file: PlannedFile) => void files.push(file));
    const findItem = (id: string) => store.findItem(db, { source: source.key, kind: 'post', sourceId: id });
    // Reads them for their problems.
    for await (const _ of source.copy?.accounts() ?? []) options.signal?.throwIfAborted();
    for await (const item of source.read()) {
      options.signal?.throwIfAborted();
      const file = await previewArticle(await convertItem(item), {
        ...{ posts, findItem, source, now },
        describeSlugOwner: (taken) => describeSlugOwner(db, taken, source),
        defaultAuthor: options.defaultAuthor,
      });
      await onFile(file, source.total);
    }
    return { files, problems: source.problems.map(presentProblem) };
  }

  async function prepare(writer: ArticleWriter, plan: SourceArticle): Promise<PreparedArticle | Outcome> {
    const { file } = plan;
    try {
      const ready = await retryWhileBusy(() => writer.prepare(plan));
      return 'post' in ready ? { ...ready, notes: [...plan.article.remarks, ...ready.notes] } : ready;
    } catch (error) {
      return { file, problem: toProblem(error, file) };
    }
  }

  async function write(writer: ArticleWriter, ready: PreparedArticle, record: Recorder): Promise<Outcome> {
    try {
      return await writer.write(ready, record);
    } catch (error) {
      const outcome = { file: ready.file, problem: toProblem(error, ready.file) };
      await record(db, outcome);
      return outcome;
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

  return {
    importFrom,
    previewImport,
    undo: createUndo(deps),
    listRuns: () => store.listRuns(db, listedRuns),
  };
}

/** Writes the result for a file into the report of a run, with the hash of its source if the run is done with it. */
function recordOutcome(to: Db, runId: number, outcome: Outcome, hash: string | null): Promise<void> {
  const [state, notes] = [stateOf(outcome), notesOf(outcome)];
  const sourceHash = outcome.isIncomplete || state === 'refused' ? null : hash;
  return store.putFile(to, runId, { file: outcome.file.slice(0, maxFileLength), state, notes, sourceHash });
}

/** Finishes the items one by one while the next few are prepared. Waits for running preparations after a failure. */
async function processInOrder<Item, Step>(
  items: AsyncIterable<Item>,
  prepare: (item: Item) => Promise<Step>,
  finish: (step: Step) => Promise<void>,
): Promise<void> {
  const steps: Array<Promise<Step>> = [];
  try {
    for await (const item of items) {
      const step = prepare(item);
      // An early failure is handled when the item is awaited; until then it must not be an unhandled rejection.
      step.catch(() => undefined);
      steps.push(step);
      if (steps.length > maxPreparedAhead) await finish(await (steps.shift() as Promise<Step>));
    }
    while (steps.length > 0) await finish(await (steps.shift() as Promise<Step>));
  } finally {
    await Promise.allSettled(steps);
  }
}
