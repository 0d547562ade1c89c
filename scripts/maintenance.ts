// npm run maintenance -- on|off|status: readers read on while nothing is written.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { maintenance as texts } from '#locales/ru/maintenance.ts';
import { connectAsOwner } from '../server/backup/maintenance-client.ts';
import { loadConfig } from '../server/config.ts';
import { hasDatabaseServer, resolveServer } from '../server/open-database.ts';
import { noticedAfterMs } from '../server/platform/http/maintenance.ts';
import { createLog } from '../server/platform/log.ts';
import {
  CommandError,
  endProgressLine,
  listenForInterruption,
  parseArguments,
  runMain,
  showProgressLine,
} from './command-line.ts';

const defaultMinutes = 10;
const maxMinutes = 24 * 60;
const secondsPerMinute = 60;
/** Jobs in progress are finished; long ones are interrupted and repeated later. */
const quietLimitMs = 60_000;
const pauseMs = 200;

await runMain(async () => {
  const { values, positionals } = parseArguments(texts.usage, {
    minutes: { type: 'string' },
    'dry-run': { type: 'boolean' },
  });
  const [action = '', ...others] = positionals;
  const minutes = Number(values.minutes ?? defaultMinutes);
  const isValid = ['on', 'off', 'status'].includes(action) && others.length === 0;
  if (!isValid || !Number.isInteger(minutes) || minutes < 1 || minutes > maxMinutes)
    throw new CommandError(texts.usage);
  const config = loadConfig();
  if (!hasDatabaseServer(config)) throw new CommandError(texts.noSite);
  const signal = listenForInterruption();
  const place = { canJoin: true, isCommand: true };
  const { server } = await resolveServer(config, createLog('silent'), place);
  try {
    const client = await connectAsOwner(server.migrationUrl, 'news-site maintenance');
    try {
      await requireTable(client);
      if (values['dry-run'] || action === 'status') return await showStatus(client);
      return action === 'on' ? await turnOn(client, minutes, signal) : await turnOff(client);
    } finally {
      await client.end();
    }
  } finally {
    await server.stop();
  }
});

async function requireTable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ exists: boolean }>(
    "select to_regclass('public.maintenance') is not null as exists",
  );
  if (!rows[0]?.exists) throw new CommandError(texts.olderSchema);
}

async function showStatus(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ started_at: Date }>('select started_at from maintenance');
  const startedAt = rows[0]?.started_at;
  console.log(startedAt ? texts.isOn(startedAt.toISOString()) : texts.isOff);
  return 0;
}

async function turnOn(client: pg.Client, minutes: number, signal: AbortSignal): Promise<number> {
  await client.query(
    `insert into maintenance (retry_after_seconds) values ($1)
       on conflict (is_on) do update set retry_after_seconds = excluded.retry_after_seconds`,
    [minutes * secondsPerMinute],
  );
  await sleep(noticedAfterMs, undefined, { signal });
  await waitUntilQuiet(client, signal);
  console.log(texts.turnedOn);
  return 0;
}

async function turnOff(client: pg.Client): Promise<number> {
  const { rowCount } = await client.query('delete from maintenance');
  console.log(rowCount === 0 ? texts.isOff : texts.turnedOff);
  return 0;
}

/** Requests that were accepted before, and jobs in progress, still write. */
async function waitUntilQuiet(client: pg.Client, signal: AbortSignal): Promise<void> {
  const deadline = performance.now() + quietLimitMs;
  for (;;) {
    const { rows } = await client.query<{ writers: number }>(
      `select (select count(*) from pg_stat_activity
                where datname = current_database() and backend_xid is not null and pid <> pg_backend_pid())::int
              + (select count(*) from graphile_worker.jobs where locked_at is not null)::int as writers`,
    );
    const writers = rows[0]?.writers ?? 0;
    if (writers === 0) break;
    if (performance.now() > deadline) {
      console.error(texts.stillWriting(writers));
      break;
    }
    showProgressLine(texts.waiting(writers));
    await sleep(pauseMs, undefined, { signal });
  }
  endProgressLine();
}
