// npm run import -- PATH [options]: imports content of another system into the site, or prints what an import would do.
// --runs lists the imports; --report RUN prints all lines of one; --take-back RUN removes what one of them has created.
import { dateAndTime } from '#locales/format.ts';
import { commands } from '#locales/ru/commands.ts';
import {
  ImportError,
  type ImportReport,
  type Imports,
  type PlannedFile,
  type ReportLine,
  type SourceOptions,
  type Undone,
} from '../server/features/imports/index.ts';
import { CommandError, parseArguments, resolvePath } from './command-line.ts';
import { runCommand } from './with-site.ts';

type Format = 'table' | 'json';
type Arguments = { defaultAuthor: string | undefined } & (
  | { work: 'import'; path: string; source: SourceOptions }
  | { work: 'preview'; path: string; source: SourceOptions; format: Format }
  | { work: 'runs' }
  | { work: 'undo'; run: number }
  | { work: 'report'; run: number }
);
type Tools = { imports: Imports; interrupted: AbortSignal };

/** The command runs before the rest of this file is read. */
const stateWidth = Math.max(...Object.values(commands.importStates).map(({ length }) => length));

await runCommand(readArguments, ({ imports, interrupted }, options) => {
  const tools = { imports, interrupted };
  if (options.work === 'preview') return preview(tools, options);
  if (options.work === 'runs') return listRuns(tools);
  if (options.work === 'undo') return undo(tools, options.run);
  if (options.work === 'report') return printReport(tools, options.run);
  return importFrom(tools, options);
});

function readArguments(): Arguments {
  const { values, positionals } = parseArguments(commands.importUsage, {
    author: { type: 'string' },
    date: { type: 'string' },
    'dry-run': { type: 'boolean' },
    json: { type: 'boolean' },
    media: { type: 'string' },
    people: { type: 'string' },
    pages: { type: 'boolean' },
    'no-fetch': { type: 'boolean' },
    roles: { type: 'boolean' },
    site: { type: 'string' },
    members: { type: 'string' },
    runs: { type: 'boolean' },
    'take-back': { type: 'string' },
    report: { type: 'string' },
  });
  const [path] = positionals;
  const defaultAuthor = values.author;
  const undone = values['take-back'];
  const run = undone ?? values.report;
  const wanted = [path, undone, values.report, values.runs].filter((one) => one !== undefined);
  const isDry = values['dry-run'] === true;
  if (values.site !== undefined && !/^https?:\/\/[^/]/.test(values.site))
    throw new CommandError(commands.importUsage);
  if (wanted.length !== 1 || positionals.length > 1 || (values.json && !isDry))
    throw new CommandError(commands.importUsage);
  if (run !== undefined) {
    if (!/^\d{1,15}$/.test(run)) throw new CommandError(commands.importUsage);
    const work = undone === undefined ? ('report' as const) : ('undo' as const);
    return { work, run: Number(run), defaultAuthor };
  }
  if (path === undefined) return { work: 'runs', defaultAuthor };
  const source = {
    mediaFolder: values.media && resolvePath(values.media),
    peopleFile: values.people && resolvePath(values.people),
    hasPages: values.pages,
    isOffline: values['no-fetch'],
    hasRoles: values.roles,
    siteUrl: values.site,
    date: values.date,
    membersFile: values.members && resolvePath(values.members),
  };
  const what = { path: resolvePath(path), source, defaultAuthor };
  return isDry
    ? { work: 'preview', ...what, format: values.json ? 'json' : 'table' }
    : { work: 'import', ...what };
}

function toCommandError(error: unknown): never {
  throw error instanceof ImportError ? new CommandError(error.message) : error;
}

async function importFrom(
  { imports, interrupted }: Tools,
  { path, source, defaultAuthor }: Arguments & { work: 'import' },
): Promise<number> {
  const report = await imports
    .importFrom(path, { ...source, defaultAuthor, signal: interrupted, onProgress: showProgress })
    .catch(toCommandError);
  console.log(describe(report));
  return report.counts.refused > 0 ? 1 : 0;
}

/** Prints each file at once: a large source is never in memory as a whole. */
async function preview(
  { imports, interrupted }: Tools,
  { path, source, defaultAuthor, format }: Arguments & { work: 'preview' },
): Promise<number> {
  const counts = new Map<PlannedFile['state'], number>();
  const isJson = format === 'json';
  let separator = '{\n"files": [\n';
  const onFile = (file: PlannedFile): void => {
    counts.set(file.state, (counts.get(file.state) ?? 0) + 1);
    if (!isJson) {
      console.log(describeFile(file));
      return;
    }
    process.stdout.write(separator + JSON.stringify(file));
    separator = ',\n';
  };
  const { problems } = await imports
    .previewImport(path, { ...source, defaultAuthor, signal: interrupted, onFile })
    .catch(toCommandError);
  if (isJson) {
    const start = counts.size === 0 ? separator : '';
    console.log(`${start}\n],\n"problems": ${JSON.stringify(problems, null, 2)}\n}`);
  } else console.log(describeCounts(counts, problems));
  return counts.has('refused') ? 1 : 0;
}

/** A line of the table, with what is doubtful below it. */
function describeFile({ file, state, slug, author, category, notes }: PlannedFile): string {
  const columns = [slug && `→ /posts/${slug}`, author, category].filter(Boolean);
  return [
    [commands.importStates[state].padEnd(stateWidth), file, ...columns].join('  '),
    ...notes.map((note) => `${' '.repeat(stateWidth + 2)}${note}`),
  ].join('\n');
}

function describeCounts(counts: ReadonlyMap<PlannedFile['state'], number>, problems: ReportLine[]): string {
  if (counts.size + problems.length === 0) return commands.importNothing;
  const states = Object.keys(commands.importStates) as Array<PlannedFile['state']>;
  return [
    states.map((state) => `${commands.importStates[state]}: ${counts.get(state) ?? 0}`).join(', '),
    ...section(commands.importProblems, problems.length, problems.map(lineOf)),
  ].join('\n');
}

async function listRuns({ imports }: Tools): Promise<number> {
  const runs = await imports.listRuns();
  if (runs.length === 0) console.log(commands.importRuns);
  for (const { id, source, state, startedAt, posts } of runs) {
    const columns = [dateAndTime(startedAt.toISOString()), commands.importRunStates[state]];
    console.log([id, ...columns, commands.importRunPosts(posts), source].join('  '));
  }
  return 0;
}

async function undo({ imports, interrupted }: Tools, run: number): Promise<number> {
  console.log(describeUndone(await imports.undo(run, interrupted).catch(toCommandError)));
  return 0;
}

function describeUndone({ removed, kept }: Undone): string {
  const kinds = Object.keys(commands.importUndone) as Array<keyof Undone['removed']>;
  const lines = kept.map(
    ({ kind, name, reason }) =>
      `${commands.importKeptKinds[kind]} «${name}» — ${commands.importKeptReasons[reason]}`,
  );
  return [
    ...kinds.map((kind) => `${commands.importUndone[kind]}: ${removed[kind]}`),
    ...section(commands.importKept, kept.length, lines),
  ].join('\n');
}

/** Rewrites one line on a terminal; a file or a pipe receives only the report. */
function showProgress({ done, total }: { done: number; total: number | undefined }): void {
  if (!process.stderr.isTTY) return;
  process.stderr.write(`\r${commands.importProgress(done, total)}${done === total ? '\n' : ''}`);
}

function describe({ run, counts, imported, updated, skipped, problems }: ImportReport): string {
  const broken = skipped.filter(({ isBroken }) => isBroken);
  const kept = skipped.filter(({ isBroken, isKept }) => !isBroken && isKept);
  if (Object.values(counts).every((count) => count === 0)) return commands.importNothing;
  const taken = skipped.filter(({ isTaken }) => isTaken);
  const files = (list: Array<{ file: string }>) => list.map(({ file }) => file);
  return [
    ...section(commands.importTaken, counts.imported, files(imported)),
    ...section(commands.importUpdated, counts.updated, files(updated)),
    ...section(commands.importExisting, counts.exists, []),
    ...section(commands.importSlugTaken, taken.length, taken.map(lineOf)),
    ...section(commands.importKeptArticles, counts.kept, kept.map(lineOf)),
    ...section(commands.importLeftOut, counts.refused, broken.map(lineOf)),
    ...section(commands.importProblems, counts.problems, problems.map(lineOf)),
    ...(counts.imported > 0 ? [commands.importRun(run)] : []),
  ].join('\n');
}

/** All lines of the stored report, which may be longer than what the import itself prints. */
async function printReport({ imports }: Tools, run: number): Promise<number> {
  let isEmpty = true;
  for await (const { file, state, notes } of imports.readReport(run)) {
    isEmpty = false;
    const lines = notes.map((note) => `  ${note}`);
    console.log([`${commands.importFileStates[state]}  ${file}`, ...lines].join('\n'));
  }
  if (isEmpty) console.log(commands.importReportEmpty);
  return isEmpty ? 1 : 0;
}

function section(title: string, count: number, lines: string[]): string[] {
  const more = lines.length > 0 && lines.length < count ? [commands.importMore(count - lines.length)] : [];
  return count === 0 ? [] : [`${title}: ${count}`, ...[...lines, ...more].map((line) => `  ${line}`)];
}

function lineOf({ file, line, reason }: ReportLine): string {
  return `${line === undefined ? file : `${file}:${line}`} — ${reason}`;
}
