import type pg from 'pg';

/** The migrated database that `createTestDatabase` copies. */
export const templateName = 'news_template';
/** A table this large is emptied by truncation, which also empties its indexes; for the others a deletion is faster. */
const maxDeletedBytes = 64 * 1024;
const schemas = `('public', 'graphile_worker')`;

/** Everything but rows that tests may change: tables, indexes, constraints, triggers, functions, rights and settings. */
const schemaQuery = `select md5(string_agg(part, ' ' order by part)) as schema from (
  select concat_ws(' ', relname, relkind, relacl) as part
    from pg_class where relnamespace::regnamespace::text in ${schemas} and relkind <> 't'
  union all select concat_ws(' ', attrelid::regclass, attname, atttypid, attnotnull, attisdropped)
    from pg_attribute join pg_class c on c.oid = attrelid
    where c.relnamespace::regnamespace::text in ${schemas} and c.relkind = 'r' and attnum > 0
  union all select pg_get_constraintdef(oid) from pg_constraint where connamespace::regnamespace::text in ${schemas}
  union all select pg_get_indexdef(indexrelid) from pg_index join pg_class c on c.oid = indexrelid
    where c.relnamespace::regnamespace::text in ${schemas}
  union all select concat_ws(' ', tgrelid::regclass, tgname, tgenabled) from pg_trigger where not tgisinternal
  union all select concat_ws(' ', oid::regprocedure, md5(prosrc)) from pg_proc
    where pronamespace::regnamespace::text in ${schemas}
  union all select concat_ws(' ', setrole, setconfig) from pg_db_role_setting join pg_database d on d.oid = setdatabase
    where datname = current_database()
) as parts`;

/** To be run without triggers and foreign keys. */
const emptyTables = `do $$
  declare tables text;
  begin
    select string_agg(oid::regclass::text, ', ') into tables from pg_class
      where relkind = 'r' and relnamespace::regnamespace::text in ${schemas}
        and pg_total_relation_size(oid) - pg_indexes_size(oid) > ${maxDeletedBytes};
    if tables is not null then execute 'truncate ' || tables || ' cascade'; end if;
    for tables in select oid::regclass::text from pg_class
      where relkind = 'r' and relnamespace::regnamespace::text in ${schemas} and pg_relation_size(oid) > 0
    loop execute 'delete from ' || tables; end loop;
    delete from pg_statistic;
  end $$`;

/** What the template holds: its schema, the rows of its tables, and its sequences. */
export type Template = {
  schema: string;
  tables: Array<{ name: string; columns: string; rows: string }>;
  sequences: Array<{ name: string; value: string; isCalled: boolean }>;
};

export async function readTemplate(client: pg.Client): Promise<Template> {
  const { rows: tables } = await client.query<{ name: string; columns: string }>(
    `select attrelid::regclass::text as name,
        string_agg(quote_ident(attname), ', ') filter (where attgenerated = '') as columns
      from pg_attribute join pg_class c on c.oid = attrelid
      where c.relnamespace::regnamespace::text in ${schemas} and c.relkind = 'r' and attnum > 0 and not attisdropped
      group by 1`,
  );
  const filled: Template['tables'] = [];
  for (const { name, columns } of tables) {
    const { rows } = await client.query(`select json_agg(t)::text as rows from ${name} t`);
    if (rows[0].rows) filled.push({ name, columns, rows: rows[0].rows });
  }
  const sequences: Template['sequences'] = [];
  const { rows: names } = await client.query(
    `select oid::regclass::text as name from pg_class where relkind = 'S' and relnamespace::regnamespace::text in ${schemas}`,
  );
  for (const { name } of names) {
    const { rows } = await client.query(`select last_value as value, is_called from ${name}`);
    sequences.push({ name, value: rows[0].value, isCalled: rows[0].is_called });
  }
  return { schema: await readSchema(client), tables: filled, sequences };
}

/** Brings the rows and sequences of a database back to those of the template; false if its schema has changed. */
export async function emptyDatabase(client: pg.Client, template: Template): Promise<boolean> {
  if ((await readSchema(client)) !== template.schema) return false;
  await client.query('begin');
  await client.query('set local session_replication_role = replica');
  await client.query(emptyTables);
  for (const { name, columns, rows } of template.tables)
    await client.query(
      `insert into ${name} (${columns}) overriding system value
        select ${columns} from json_populate_recordset(null::${name}, $1)`,
      [rows],
    );
  for (const { name, value, isCalled } of template.sequences)
    await client.query('select setval($1, $2, $3)', [name, value, isCalled]);
  await client.query('commit');
  return true;
}

async function readSchema(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ schema: string }>(schemaQuery);
  return rows[0]?.schema ?? '';
}
