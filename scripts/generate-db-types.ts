/**
 * Writes server/platform/db/generated.ts from db/migrations, with a temporary PostgreSQL server. With --check it writes
 * nothing and fails when the file is not up to date.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type GenerateOptions, generate, PostgresDialect } from 'kysely-codegen';
import { openDatabase } from '#server/platform/db/database.ts';
import { startTemporaryPostgres } from '#server/platform/db/embedded/start-temporary-postgres.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { silentLog } from '#server/platform/log.ts';

const projectRoot = path.resolve(import.meta.dirname, '..');
const migrations = path.join(projectRoot, 'db', 'migrations');
/** The type of the JSON that `contract/post-fields.ts` defines. */
const imageFocus = '{ x: number; y: number } | null';
const target = path.join(projectRoot, 'server', 'platform', 'db', 'generated.ts');

async function generateTypes(): Promise<string> {
  const server = await startTemporaryPostgres({ settings: { fsync: 'off' } });
  try {
    await migrate({ url: server.migrationUrl, folder: migrations, log: silentLog });
    const db = openDatabase({
      url: server.migrationUrl,
      maxConnections: 1,
      applicationName: 'generate-db-types',
      log: silentLog,
    });
    const types = await generate({
      // The same class; TypeScript sees the `import` and the `require` declaration as two types.
      db: db as unknown as GenerateOptions['db'],
      dialect: new PostgresDialect({ dateParser: 'string', numericParser: 'string' }),
      excludePattern: '*.schema_migrations',
      // Matches the parsers of database.ts, not the defaults of node-postgres.
      typeMapping: { int8: 'number' },
      overrides: { columns: { 'posts.image_focus': imageFocus, 'post_drafts.image_focus': imageFocus } },
      outFile: null,
    });
    await db.destroy();
    return types;
  } finally {
    await server.stop();
  }
}

const types = await generateTypes();
const name = path.relative(projectRoot, target);
if (!process.argv.includes('--check')) {
  await writeFile(target, types);
  console.log(`${name} is written`);
} else if ((await readFile(target, 'utf8').catch(() => '')) === types) {
  console.log(`${name} is up to date`);
} else {
  console.error(`${name} does not match db/migrations; run: npm run db:types`);
  process.exitCode = 1;
}
