import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { stringify } from 'yaml';
import { type App, compose } from '#server/compose.ts';
import { loadConfig } from '#server/config.ts';
import { createRandomSecret } from '#server/platform/crypto.ts';
import { type Db, openDatabase } from '#server/platform/db/database.ts';
import { startTemporaryPostgres } from '#server/platform/db/embedded/start-temporary-postgres.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { installJobs } from '#server/platform/jobs/install-jobs.ts';
import { createLog, silentLog } from '#server/platform/log.ts';
import { analysisVersion } from '#server/platform/search/document.ts';
import type { CollectionText } from './collection.ts';

const migrationFolder = resolve(import.meta.dirname, '../../db/migrations');
const dayMs = 86_400_000;
/** The first text is of this day, each further one a day younger. */
const firstDay = Date.UTC(2024, 0, 1);
const maxAnalysisRuns = 20;

export type SearchSite = { app: App; db: Db; stop(): Promise<void> };

/** Runs a site in this process, on a PostgreSQL of its own, with the texts as published posts. */
export async function startSearchSite(texts: CollectionText[]): Promise<SearchSite> {
  const server = await startTemporaryPostgres({ settings: { fsync: 'off' } });
  await installJobs({ url: server.migrationUrl, appUrl: server.appUrl, log: silentLog });
  await migrate({ url: server.migrationUrl, folder: migrationFolder, log: silentLog, appUrl: server.appUrl });
  const db = openDatabase({ url: server.appUrl, maxConnections: 10, applicationName: 'search quality' });
  const app = await compose({
    config: loadConfig({
      PUBLIC_URL: 'http://localhost:8000',
      CACHE_MB: '0',
      RATE_LIMIT_FACTOR: '1000',
      // The machine may be busy; the figures do not depend on time.
      SHED_ON_LAG: 'false',
    }),
    db,
    dataDir: server.dataDir,
    jwtSecret: createRandomSecret(),
    log: createLog('silent') as FastifyBaseLogger,
    readiness: { isReady: () => true, isStopping: () => false },
  });
  await importTexts(app, texts);
  await analyseTexts(app, db);
  return {
    app,
    db,
    async stop() {
      await app.close();
      await db.destroy();
      await server.stop();
    },
  };
}

/** One run of the job ends after a minute; on a busy machine texts remain. */
async function analyseTexts({ jobHandlers }: Pick<App, 'jobHandlers'>, db: Db): Promise<void> {
  for (let run = 0; run < maxAnalysisRuns; run += 1) {
    await jobHandlers.find(({ name }) => name === 'posts.analyse-outdated')?.run({});
    const outdated = db.selectFrom('post_search_index').select('analysis_version');
    const remaining = await outdated.where('analysis_version', '<', analysisVersion).limit(1).execute();
    if (remaining.length === 0) return;
  }
  throw new Error('the texts could not be analysed');
}

/** Publishes the texts as an import of their authors would; the slug of a post is the id of its text. */
export async function importTexts({ imports }: Pick<App, 'imports'>, texts: CollectionText[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'news-site-search-'));
  try {
    writeFolder(folder, texts);
    const { imported, skipped, problems } = await imports.importFrom(folder);
    if (imported.length < texts.length)
      throw new Error(JSON.stringify([...skipped, ...problems].slice(0, 5)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeFolder(folder: string, texts: CollectionText[]): void {
  const keyed = (prefix: string, names: string[]) =>
    Object.fromEntries([...new Set(names)].map((name, index) => [`${prefix}${index + 1}`, { name }]));
  const authors = Object.entries(
    keyed(
      'author-',
      texts.map(({ author }) => author),
    ),
  );
  const people = authors.map(([username, { name }]) => [username, { name, username }]);
  mkdirSync(join(folder, '_data'));
  writeFileSync(join(folder, '_data/authors.yml'), stringify(Object.fromEntries(people)));
  writeFileSync(
    join(folder, '_data/categories.yml'),
    stringify(
      keyed(
        'category-',
        texts.map(({ category }) => category),
      ),
    ),
  );
  for (const [index, { id, title, author, category, content }] of texts.entries()) {
    const date = new Date(firstDay + index * dayMs).toISOString();
    const frontMatter = stringify({ title, author, category, date, slug: id });
    writeFileSync(join(folder, `${id}.md`), `---\n${frontMatter}---\n\n${content}\n`);
  }
}
