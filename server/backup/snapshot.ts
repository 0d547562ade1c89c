import type pg from 'pg';
import { backup as texts } from '#locales/ru/backup.ts';
import { BackupError } from './backup-error.ts';
import { connectAsOwner } from './maintenance-client.ts';

/** Runs `work` on a connection to the database of a site, as the owner of its tables. */
export async function withSite<Result>(
  migrationUrl: string,
  applicationName: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = await connectAsOwner(migrationUrl, applicationName);
  try {
    await requireSite(client);
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Everything that is read until the commit is of the same time, while the site goes on writing. */
export async function beginSnapshot(client: pg.Client): Promise<void> {
  await client.query('begin isolation level repeatable read, read only');
}

async function requireSite(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ found: boolean; unfinished: boolean }>(
    `select to_regclass('public.schema_migrations') is not null as found,
            to_regclass('public.unfinished_restore') is not null as unfinished`,
  );
  if (!rows[0]?.found || rows[0].unfinished) throw new BackupError(texts.noSite);
}
