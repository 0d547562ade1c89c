import type pg from 'pg';

type SchemaObject = { drop: string; make: string };

/**
 * Drops the foreign keys and all indexes except those of constraints, runs `load` and creates them again: one sorted
 * build instead of millions of single insertions. Runs inside the caller's transaction, so that a failure changes
 * nothing.
 */
export async function withoutIndexes(
  client: pg.Client,
  tables: string[],
  onProgress: ((step: string, done: number, total: number) => void) | undefined,
  load: () => Promise<void>,
): Promise<void> {
  const objects = [...(await foreignKeys(client, tables)), ...(await indexes(client, tables))];
  for (const { drop } of objects) await client.query(drop);
  await load();
  // Indexes first: the check of the foreign keys uses them.
  for (const [done, { make }] of objects.reverse().entries()) {
    onProgress?.('indexes', done, objects.length);
    await client.query(make);
  }
  onProgress?.('indexes', objects.length, objects.length);
}

async function indexes(client: pg.Client, tables: string[]): Promise<SchemaObject[]> {
  const { rows } = await client.query<SchemaObject>(
    `select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as make
     from pg_index
     where indrelid = any(select name::regclass from unnest($1::text[]) as name)
       and not exists (select from pg_constraint where conindid = indexrelid)
     order by indexrelid`,
    [tables],
  );
  return rows;
}

async function foreignKeys(client: pg.Client, tables: string[]): Promise<SchemaObject[]> {
  const { rows } = await client.query<SchemaObject>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
     from pg_constraint
     where contype = 'f' and conrelid = any(select name::regclass from unnest($1::text[]) as name)
     order by oid`,
    [tables],
  );
  return rows;
}
