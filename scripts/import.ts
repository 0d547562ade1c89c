// npm run import -- FOLDER [--author NAME] [--dry-run [--json]]: imports a folder of Markdown articles into the site, or prints
// what an import would do.
import { commands } from '#locales/ru/commands.ts';
import {
  ImportError,
  type ImportPreview,
  type ImportReport,
  type ReportLine,
} from '../server/features/imports/index.ts';
import { CommandError, parseArguments, resolvePath } from './command-line.ts';
import { runCommand } from './with-site.ts';

await runCommand(readArguments, async ({ imports, interrupted }, { folder, defaultAuthor, format }) => {
  if (format !== null) {
    const preview = await imports.previewImport(folder, { defaultAuthor }).catch(toCommandError);
    console.log(format === 'json' ? JSON.stringify(preview, null, 2) : describePreview(preview));
    return preview.files.some(({ state }) => state === 'refused') ? 1 : 0;
  }
  const report = await imports
    .importFolder(folder, { defaultAuthor, signal: interrupted, onProgress: showProgress })
    .catch(toCommandError);
  console.log(describe(report));
  return report.skipped.some(({ isBroken }) => isBroken) ? 1 : 0;
});

type Arguments = { folder: string; defaultAuthor: string | undefined; format: 'table' | 'json' | null };

function readArguments(): Arguments {
  const { values, positionals } = parseArguments(commands.importUsage, {
    author: { type: 'string' },
    'dry-run': { type: 'boolean' },
    json: { type: 'boolean' },
  });
  const [folder] = positionals;
  const isDry = values['dry-run'] === true;
  if (folder === undefined || positionals.length > 1 || (values.json && !isDry))
    throw new CommandError(commands.importUsage);
  const dryFormat = values.json ? 'json' : 'table';
  return { folder: resolvePath(folder), defaultAuthor: values.author, format: isDry ? dryFormat : null };
}

function toCommandError(error: unknown): never {
  throw error instanceof ImportError ? new CommandError(error.message) : error;
}

/** A table of the files with what is doubtful below each, then the number of files in each state. */
function describePreview({ files, problems }: ImportPreview): string {
  if (files.length + problems.length === 0) return commands.importNothing;
  const width = Math.max(...Object.values(commands.importStates).map(({ length }) => length));
  const rows = files.flatMap(({ file, state, slug, author, category, notes }) => [
    [
      commands.importStates[state].padEnd(width),
      file,
      ...[slug && `→ /posts/${slug}`, author, category].filter(Boolean),
    ].join('  '),
    ...notes.map((note) => `${' '.repeat(width + 2)}${note}`),
  ]);
  const counts = Object.entries(commands.importStates).map(
    ([state, label]) => `${label}: ${files.filter((one) => one.state === state).length}`,
  );
  return [
    ...rows,
    counts.join(', '),
    ...section(commands.importProblems, problems.length, problems.map(lineOf)),
  ].join('\n');
}

/** Rewrites one line on a terminal; a file or a pipe receives only the report. */
function showProgress({ done, total }: { done: number; total: number }): void {
  if (!process.stderr.isTTY) return;
  process.stderr.write(`\r${commands.importProgress(done, total)}${done === total ? '\n' : ''}`);
}

function describe({ imported, skipped, problems }: ImportReport): string {
  const broken = skipped.filter(({ isBroken }) => isBroken);
  const existing = skipped.length - broken.length;
  if (imported.length + skipped.length + problems.length === 0) return commands.importNothing;
  return [
    ...section(
      commands.importTaken,
      imported.length,
      imported.map(({ file }) => file),
    ),
    ...section(commands.importExisting, existing, []),
    ...section(commands.importLeftOut, broken.length, broken.map(lineOf)),
    ...section(commands.importProblems, problems.length, problems.map(lineOf)),
  ].join('\n');
}

function section(title: string, count: number, lines: string[]): string[] {
  return count === 0 ? [] : [`${title}: ${count}`, ...lines.map((line) => `  ${line}`)];
}

function lineOf({ file, line, reason }: ReportLine): string {
  return `${line === undefined ? file : `${file}:${line}`} — ${reason}`;
}
