// npm run export-site -- FOLDER: writes the site as Markdown with pictures and comments, in the layout that the import reads.
import { exportSite as texts } from '#locales/ru/export-site.ts';
import { ExportError } from '../server/features/exports/index.ts';
import { megabytes, secondsSince } from './backup-report.ts';
import {
  CommandError,
  endProgressLine,
  parseArguments,
  resolvePath,
  showProgressLine,
} from './command-line.ts';
import { runCommand } from './with-site.ts';

await runCommand(
  () => {
    const [path, ...others] = parseArguments(texts.usage, {}).positionals;
    if (!path || others.length > 0) throw new CommandError(texts.usage);
    return resolvePath(path);
  },
  async ({ exports, interrupted }, folder) => {
    const startedAt = performance.now();
    const summary = await exports
      .exportSite(folder, {
        signal: interrupted,
        onProgress: ({ done, total }) => showProgressLine(texts.progress(done, total)),
      })
      .catch((error: unknown) => {
        throw error instanceof ExportError ? new CommandError(texts[error.reason](error.folder)) : error;
      });
    endProgressLine();
    const { count, paths } = summary.lost;
    if (count > 0) console.error([texts.lost(count), ...paths.map((path) => `  ${path}`)].join('\n'));
    console.log(texts.contents(summary, megabytes(summary.bytes)));
    console.log(texts.done(folder, secondsSince(startedAt)));
    return count > 0 ? 1 : 0;
  },
);
