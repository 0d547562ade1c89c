// npm run import -- FOLDER [--author NAME]: imports a folder of Markdown articles into the site.
import { commands } from '#locales/ru/commands.ts';
import { ImportError, type ImportReport, type ReportLine } from '../server/features/imports/index.ts';
import { CommandError, parseArguments, resolvePath } from './command-line.ts';
import { runCommand } from './with-site.ts';

await runCommand(readArguments, async ({ imports, interrupted }, { folder, defaultAuthor }) => {
  const report = await imports
    .importFolder(folder, { defaultAuthor, signal: interrupted, onProgress: showProgress })
    .catch((error: unknown) => {
      throw error instanceof ImportError ? new CommandError(error.message) : error;
    });
  console.log(describe(report));
  return report.skipped.some(({ isBroken }) => isBroken) ? 1 : 0;
});

function readArguments(): { folder: string; defaultAuthor: string | undefined } {
  const { values, positionals } = parseArguments(commands.importUsage, { author: { type: 'string' } });
  const [folder] = positionals;
  if (folder === undefined || positionals.length > 1) throw new CommandError(commands.importUsage);
  return { folder: resolvePath(folder), defaultAuthor: values.author };
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
