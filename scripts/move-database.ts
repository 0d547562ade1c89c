// npm run move-database -- --to URL|embedded [--dry-run]: copies the database of the site to an empty server.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { moveDatabase as texts } from '#locales/ru/move-database.ts';
import { connectAsOwner } from '../server/backup/maintenance-client.ts';
import { moveDatabase, requireEmptyTarget } from '../server/backup/move-database.ts';
import { type Config, loadConfig } from '../server/config.ts';
import { hasDatabaseServer, resolveServer } from '../server/open-database.ts';
import { createLog } from '../server/platform/log.ts';
import { describeContents, secondsSince } from './backup-report.ts';
import {
  CommandError,
  endProgressLine,
  listenForInterruption,
  parseArguments,
  runMain,
  showProgressLine,
} from './command-line.ts';

type Urls = { appUrl: string; migrationUrl: string };
type Arguments = { to: string; app: string | undefined; isDryRun: boolean };

const log = createLog('silent');

await runMain(async () => {
  const { values, positionals } = parseArguments(texts.usage, {
    to: { type: 'string' },
    app: { type: 'string' },
    'dry-run': { type: 'boolean' },
  });
  const to = values.to ?? process.env.MOVE_TO;
  if (!to || positionals.length > 0) throw new CommandError(texts.usage);
  return run({ to, app: values.app ?? process.env.MOVE_TO_APP, isDryRun: values['dry-run'] ?? false });
});

async function run(options: Arguments): Promise<number> {
  const startedAt = performance.now();
  const config = loadConfig();
  if (!hasDatabaseServer(config)) throw new CommandError(texts.noSite);
  const signal = listenForInterruption();
  const isToEmbedded = options.to === 'embedded';
  if (isToEmbedded === (config.database.kind === 'embedded')) throw new CommandError(texts.sameKind);
  const source = await resolveServer(config, log, { canJoin: true, isCommand: true });
  try {
    await requireQuiet(source.server.migrationUrl);
    if (options.isDryRun && isToEmbedded) {
      if (hasDatabaseServer(embeddedConfig(config))) throw new CommandError(texts.notEmpty);
      console.log(texts.wouldMove);
      return 0;
    }
    const target = await openTarget(options, config);
    try {
      await requireEmptyTarget(target.migrationUrl);
      if (options.isDryRun) {
        console.log(texts.wouldMove);
        return 0;
      }
      const folder = await mkdtemp(join(tmpdir(), 'news-site-move-'));
      try {
        const summary = await moveDatabase({
          from: source.server.migrationUrl,
          to: target,
          folder,
          signal,
          onProgress: (phase, megabytes) => showProgressLine(texts.progress(phase, megabytes)),
        });
        endProgressLine();
        console.log(describeContents(summary));
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
      console.log(isToEmbedded ? texts.movedToEmbedded : texts.movedToServer);
      console.log(texts.seconds(secondsSince(startedAt)));
      return 0;
    } finally {
      await target.stop();
    }
  } finally {
    await source.server.stop();
  }
}

function embeddedConfig(config: Config): Config {
  return { ...config, database: { kind: 'embedded' } };
}

async function openTarget({ to, app }: Arguments, config: Config): Promise<Urls & { stop(): Promise<void> }> {
  if (to !== 'embedded') return { migrationUrl: to, appUrl: app ?? to, stop: async () => undefined };
  const { server } = await resolveServer(embeddedConfig(config), log, { canJoin: false, isCommand: true });
  return server;
}

/** Writes after the start of the copy would be lost: writing must be off, or no site connected. */
async function requireQuiet(migrationUrl: string): Promise<void> {
  const client = await connectAsOwner(migrationUrl, 'news-site move');
  try {
    if (await isUnderMaintenance(client)) return;
    const { rows } = await client.query<{ connections: number }>(
      `select count(*)::int as connections from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()
          and application_name in ('news-site', 'news-site worker')`,
    );
    if (rows[0]?.connections !== 0) throw new CommandError(texts.siteWrites);
  } finally {
    await client.end();
  }
}

async function isUnderMaintenance(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>(
    "select to_regclass('public.maintenance') is not null as exists",
  );
  if (!rows[0]?.exists) return false;
  return (await client.query('select from maintenance')).rows.length > 0;
}
