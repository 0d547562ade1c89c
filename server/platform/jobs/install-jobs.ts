import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import type { DbLog } from '../db/db-log.ts';
import { jobLogger } from './job-log.ts';

/**
 * Migrates the tables of the job queue as the role that may change tables, and grants the application's role the rights
 * of a worker. The queue's tables have row-level security without a policy, so only their owner sees rows. The
 * application's role gets its own policy; other roles still see nothing.
 */
export async function installJobs({
  url,
  appUrl,
  log,
}: {
  url: string;
  appUrl: string;
  log: DbLog;
}): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'news-site migrate' });
  // The failing query reports the loss itself.
  client.on('error', () => {});
  await client.connect();
  try {
    await runMigrations({ connectionString: url, logger: jobLogger(log) });
    const role = new pg.Client({ connectionString: appUrl }).user;
    const { rows } = await client.query<{ role: string }>('select current_user as role');
    if (role && role !== rows[0]?.role) await grant(client, role);
  } finally {
    await client.end();
  }
}

async function grant(client: pg.Client, role: string): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(missingRights, [role]);
  if (rows.length === 0) return;
  await client.query(['begin', ...rows.map(({ statement }) => statement), 'commit'].join(';\n'));
}

const missingRights = `
  select format('grant usage on schema graphile_worker to %I', $1::text) as statement
   where not has_schema_privilege($1, 'graphile_worker', 'usage')
  union all
  select format(
           case c.relkind
             when 'S' then 'grant usage, select on sequence %s to %I'
             else 'grant select, insert, update, delete on table %s to %I'
           end, c.oid::regclass, $1::text)
    from pg_class c
   where c.relnamespace = 'graphile_worker'::regnamespace
     and c.relkind in ('r', 'v', 'S')
     and c.relname <> 'migrations'
     and not case c.relkind
           when 'S' then has_sequence_privilege($1, c.oid, 'usage')
           else has_table_privilege($1, c.oid, 'delete')
         end
  union all
  select format('create policy %I on %s to %I using (true) with check (true)',
           'worker ' || $1::text, c.oid::regclass, $1::text)
    from pg_class c
   where c.relnamespace = 'graphile_worker'::regnamespace
     and c.relrowsecurity
     and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'worker ' || $1::text)
  union all
  select format('grant select on graphile_worker.migrations to %I', $1::text)
   where not has_table_privilege($1, 'graphile_worker.migrations', 'select')
  union all
  select format('revoke insert, update, delete on graphile_worker.migrations from %I', $1::text)
   where has_table_privilege($1, 'graphile_worker.migrations', 'insert')`;
