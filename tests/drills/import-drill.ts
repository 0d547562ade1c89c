import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import sharp from 'sharp';
import { type Db, openDatabase } from '#server/platform/db/database.ts';
import { startTemporaryPostgres } from '#server/platform/db/embedded/start-temporary-postgres.ts';
import { createRandom } from '../../scripts/scale/random.ts';
import { writeWordPressFile } from './wordpress-file.ts';

export type ImportDrill = {
  /** An existing empty folder. */
  folder: string;
  posts: number;
  kills: number;
  seed: number;
  interrupted?: AbortSignal;
  onLine?: (line: string) => void;
};
export type ImportDrillReport = {
  /** How far the imports were when they were killed: articles written before each kill. */
  kills: number[];
  /** Files of the two copies, and lists of what was imported, that differ. */
  differences: string[];
  articles: number;
  comments: number;
  seconds: { plain: number; killed: number };
};
type Site = { name: string; env: NodeJS.ProcessEnv; db: Db };

const root = resolve(import.meta.dirname, '../..');
const pictures = 5;
/** An import is killed within a time after it has begun to write, which is longer if it has much to write. */
const shortestLimitMs = 4_000;
/** Less than an article takes, so that the import does not end before the last kill. */
const articleMs = 10;
const shownDifferences = 20;

/**
 * Imports the same generated export of WordPress into two empty sites at the same time: into one without a stop, into the other with
 * SIGKILL at random times. Both must be the same in the end, down to the bytes of their copies.
 */
export async function runImportDrill(drill: ImportDrill): Promise<ImportDrillReport> {
  const { folder, onLine = () => undefined } = drill;
  const source = await writeSource(drill);
  const server = await startTemporaryPostgres();
  const sites: Site[] = [];
  try {
    for (const name of ['plain', 'killed']) sites.push(await createSite(server, { name, folder }));
    const [plain, killed] = sites as [Site, Site];
    const start = performance.now();
    const secondsSince = () => Math.round((performance.now() - start) / 1000);
    const [seconds, { kills, killedSeconds }] = await Promise.all([
      importWhole(plain, source).then(secondsSince),
      importWithKills(killed, source, drill).then((done) => ({ kills: done, killedSeconds: secondsSince() })),
    ]);
    onLine(`imported in ${seconds} s without a kill, in ${killedSeconds} s with ${kills.length}`);
    await Promise.all(
      sites.map((site) => run(site, ['scripts/export-site.ts', join(folder, `copy-${site.name}`)])),
    );
    const counts = await countContent(killed.db);
    return {
      ...counts,
      kills,
      differences: [
        ...compare(sumsOf(folder, plain.name), sumsOf(folder, killed.name)),
        ...compare(await listRecords(plain.db), await listRecords(killed.db)),
      ].slice(0, shownDifferences),
      seconds: { plain: seconds, killed: killedSeconds },
    };
  } finally {
    for (const { db } of sites) await db.destroy();
    await server.stop();
  }
}

async function writeSource({ folder, posts, seed }: ImportDrill): Promise<string[]> {
  const media = join(folder, 'uploads');
  mkdirSync(media);
  const names = Array.from({ length: pictures }, (_, index) => `picture-${index}.png`);
  for (const [index, name] of names.entries())
    await sharp({
      create: { width: 90 + index, height: 60, channels: 3, background: { r: index * 20, g: 90, b: 60 } },
    })
      .png()
      .toFile(join(media, name));
  const file = join(folder, 'export.xml');
  await writeWordPressFile(file, { posts, seed, words: 120, comments: 3, pictures: names });
  return [file, '--media', media, '--no-fetch'];
}

async function createSite(
  server: { appUrl: string; migrationUrl: string; superuserUrl: string },
  { name, folder }: { name: string; folder: string },
): Promise<Site> {
  const client = new pg.Client({ connectionString: server.superuserUrl });
  await client.connect();
  await client.query(`create database ${name} owner news_migrator`);
  await client.end();
  const urlOf = (url: string): string => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    PUBLIC_URL: 'http://drill.example',
    LOG_LEVEL: 'warn',
    DATA_DIR: join(folder, name),
    DATABASE_URL: urlOf(server.appUrl),
    MIGRATION_DATABASE_URL: urlOf(server.migrationUrl),
  };
  const site: Site = {
    ...{ name, env },
    db: openDatabase({ url: env.DATABASE_URL, maxConnections: 2, applicationName: 'drill' }),
  };
  // The command migrates the database.
  await run(site, ['scripts/import.ts', '--runs']);
  return site;
}

function startCommand({ env }: Site, args: string[]) {
  const child = spawn(join(root, 'node_modules/.bin/node'), args, {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-5_000);
    });
  return { child, ended: once(child, 'close'), output: () => output };
}

async function run(site: Site, args: string[]): Promise<string> {
  const { child, ended, output } = startCommand(site, args);
  await ended;
  // 1 says that some articles were left out.
  if (child.exitCode !== 0 && child.exitCode !== 1) throw new Error(`${args.join(' ')} failed: ${output()}`);
  return output();
}

/** The command ends with 1 if some articles were left out; whether the run is finished, the database knows. */
async function importWhole(site: Site, source: string[]): Promise<void> {
  const output = await run(site, ['scripts/import.ts', ...source]);
  if (!(await isFinished(site.db))) throw new Error(`the import into ${site.name} did not finish: ${output}`);
}

async function importWithKills(
  site: Site,
  source: string[],
  { posts, kills, seed, interrupted, onLine = () => undefined }: ImportDrill,
): Promise<number[]> {
  const random = createRandom(seed + 1);
  const done: number[] = [];
  const limitMs = Math.max(shortestLimitMs, (2 * articleMs * posts) / kills);
  while (done.length < kills) {
    interrupted?.throwIfAborted();
    const before = await findNewestPost(site.db);
    const { child, ended, output } = startCommand(site, ['scripts/import.ts', ...source]);
    const hasBegun = async () => (await findNewestPost(site.db)) !== before;
    while (child.exitCode === null && !(await hasBegun())) await sleep(10);
    const delay = random() * limitMs;
    await Promise.race([sleep(delay), ended]);
    child.kill('SIGKILL');
    await ended;
    if (child.signalCode !== 'SIGKILL')
      throw new Error(
        `the import ended before kill ${done.length + 1}: more articles are needed. ${output()}`,
      );
    const { articles } = await countContent(site.db);
    done.push(articles);
    onLine(`kill ${done.length} after ${articles} articles`);
  }
  await importWhole(site, source);
  return done;
}

async function findNewestPost(db: Db): Promise<number | null> {
  const row = await db
    .selectFrom('posts')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirstOrThrow();
  return row.id;
}

async function isFinished(db: Db): Promise<boolean> {
  const runs = await db.selectFrom('import_runs').select('state').execute();
  return runs.length === 1 && runs[0]?.state === 'finished';
}

async function countContent(db: Db): Promise<{ articles: number; comments: number }> {
  const { rows } = await sql<{ articles: number; comments: number }>`
    select (select count(*) from posts)::int as articles, (select count(*) from comments)::int as comments`.execute(
    db,
  );
  return rows[0] ?? { articles: 0, comments: 0 };
}

/** The hashes of a copy; accounts are compared by their lines, without the time at which the import created them. */
function sumsOf(folder: string, name: string): string[] {
  const read = (file: string) => readFileSync(join(folder, `copy-${name}`, file), 'utf8').split('\n');
  const files = read('SHA256SUMS').map((line) => ({ line, file: line.slice(66) }));
  const isOfAccounts = ({ file }: { file: string }) => /^_data\/authors(\.\d+)?\.yml$/.test(file);
  const hashes = files.filter((one) => !isOfAccounts(one)).map(({ line }) => line);
  const accounts = files.filter(isOfAccounts).flatMap(({ file }) => read(file));
  return [...hashes, ...accounts.filter((line) => !line.startsWith('  registered:'))].sort();
}

/** What the import knows: the objects of the source by what they are on the site, the report, and the counters. */
async function listRecords(db: Db): Promise<string[]> {
  const { rows } = await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    return selectRecords(tx);
  });
  return rows.map(({ line }) => line);
}

const selectRecords = (tx: Db) =>
  sql<{ line: string }>`
    select concat_ws(' ', i.kind, i.source_id, i.is_scheduled,
      coalesce(p.slug, a.username, c.slug, md5(k.content), m.bytes::text)) as line
    from imported_items i
    left join posts p on i.kind = 'post' and p.id = i.object_id
    left join accounts a on i.kind = 'account' and a.id = i.object_id
    left join categories c on i.kind = 'category' and c.id = i.object_id
    left join comments k on i.kind = 'comment' and k.id = i.object_id
    left join media m on i.kind = 'picture' and m.id = i.object_id
    union all select concat_ws(' ', 'file', file, state, notes) from import_files
    union all select concat_ws(' ', 'counters', slug, comments_count) from posts
    union all select concat_ws(' ', 'counters', username, posts_count, comments_count) from accounts
    union all select concat_ws(' ', 'counters', slug, posts_count) from categories
    order by line`.execute(tx);

/** Lines that one of two lists lacks. */
function compare(plain: string[], killed: string[]): string[] {
  const [left, right] = [new Set(plain), new Set(killed)];
  const isLonger =
    plain.length !== killed.length ? [`${plain.length} lines without kills, ${killed.length} with`] : [];
  return [
    ...isLonger,
    ...plain.filter((line) => !right.has(line)).map((line) => `- ${line}`),
    ...killed.filter((line) => !left.has(line)).map((line) => `+ ${line}`),
  ];
}
