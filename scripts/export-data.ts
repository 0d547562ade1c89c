// npm run export-data -- FOLDER [--format ndjson|csv] [--dry-run]: writes all tables in a plain form, without secrets.
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { exportData as texts } from '#locales/ru/export-data.ts';
import { type ExportFormat, exportData, exportFormats } from '../server/backup/export-data.ts';
import { loadConfig } from '../server/config.ts';
import { hasDatabaseServer, resolveServer } from '../server/open-database.ts';
import { createLog } from '../server/platform/log.ts';
import { readRelease } from '../server/release.ts';
import { isFolder, megabytes, secondsSince } from './backup-report.ts';
import {
  CommandError,
  endProgressLine,
  listenForInterruption,
  parseArguments,
  resolvePath,
  runMain,
  showProgressLine,
} from './command-line.ts';

await runMain(async () => {
  const { values, positionals } = parseArguments(texts.usage, {
    format: { type: 'string' },
    'dry-run': { type: 'boolean' },
  });
  const [path, ...others] = positionals;
  const format = values.format ?? 'ndjson';
  if (!path || others.length > 0 || !exportFormats.includes(format as ExportFormat))
    throw new CommandError(texts.usage);
  return run(resolvePath(path), format as ExportFormat, values['dry-run'] ?? false);
});

async function run(folder: string, format: ExportFormat, isDryRun: boolean): Promise<number> {
  const startedAt = performance.now();
  const config = loadConfig();
  if (existsSync(folder)) throw new CommandError(texts.exists(folder));
  if (!isFolder(dirname(folder))) throw new CommandError(texts.noParent(dirname(folder)));
  if (!hasDatabaseServer(config)) throw new CommandError(texts.noSite);
  const signal = listenForInterruption();
  const place = { canJoin: true, isCommand: true };
  const { server } = await resolveServer(config, createLog('silent'), place);
  try {
    const { tables } = await exportData({
      migrationUrl: server.migrationUrl,
      publicUrl: config.publicUrl,
      release: readRelease(),
      folder: isDryRun ? undefined : folder,
      format,
      signal,
      onProgress: ({ table, bytes }) => showProgressLine(texts.progress(table, Math.round(bytes / 2 ** 20))),
    });
    endProgressLine();
    const sum = (field: 'rows' | 'bytes') => tables.reduce((total, table) => total + table[field], 0);
    console.log(texts.contents(tables.length, sum('rows'), megabytes(sum('bytes'))));
    console.log(isDryRun ? texts.wouldWrite(folder) : texts.done(folder, secondsSince(startedAt)));
    return 0;
  } finally {
    await server.stop();
  }
}
