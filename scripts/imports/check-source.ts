import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import * as reasons from '#locales/ru/imports.ts';
import * as media from '#locales/ru/media.ts';
import { type App, compose } from '../../server/compose.ts';
import { loadConfig } from '../../server/config.ts';
import type { ImportOptions, ImportReport, ReportLine } from '../../server/features/imports/index.ts';
import { openConfiguredDatabase } from '../../server/open-database.ts';
import { createRandomSecret } from '../../server/platform/crypto.ts';
import type { Db } from '../../server/platform/db/database.ts';
import { createLog } from '../../server/platform/log.ts';
import { findLostWords, findSights } from './text-in-sight.ts';

/** What a source becomes on an empty site. */
export type SourceCheck = {
  source: string;
  /** What `--dry-run` says. */
  plan: Record<string, number>;
  files: number;
  taken: number;
  drafts: number;
  comments: number;
  /** Articles with remarks, and the remarks by kind. */
  simplified: number;
  remarks: Record<string, number>;
  leftOut: Record<string, number>;
  leftOutFiles: ReportLine[];
  pictures: { found: number; missing: number; elsewhere: number };
  players: number;
  redirects: number;
  /** What a second import has written; nothing, if all is well. */
  rewritten: number;
  /** What taking it back has left on the site. */
  remaining: number;
  /** Articles in which markup is in sight. */
  inSight: Array<{ slug: string; kind: string; excerpt: string }>;
  /** Articles that lack words of their file. */
  lostWords: Array<{ file: string; lost: string[]; total: number }>;
  seconds: number;
};

/** The author of articles without one. */
const author = 'redaktsiya';
type Site = { app: App; db: Db };
type Options = Omit<ImportOptions, 'onProgress' | 'defaultAuthor'> & {
  onProgress: (step: string, done: number) => void;
};

const patterns = Object.entries({ ...media, ...reasons }).map(([name, text]) => ({
  name,
  pattern: new RegExp(
    `(?:^|: )${String(text)
      .split(/\{\w+\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('[\\s\\S]*')}$`,
  ),
}));
const missingPictures =
  /^(picture(Missing|Unreachable|Private)|outside|notFile|unreadableFile|notImage|tooLarge)/;
/** Fewer lost words than this are names in markup that nobody reads. */
const minLost = 3;

/** The key of the text that a line of a report was made from. */
const kindOf = (reason: string): string =>
  patterns.find(({ pattern }) => pattern.test(reason))?.name ?? reason;

function countKinds(lines: ReadonlyArray<{ reason: string }>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { reason } of lines) {
    const kind = kindOf(reason);
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

/** Imports a source into an empty temporary site, imports it again, and takes it back. */
export async function checkSource(sourcePath: string, options: Options): Promise<SourceCheck> {
  const folder = mkdtempSync(join(tmpdir(), 'news-site-imports-'));
  // PostgreSQL runs as another user if this one is root.
  chmodSync(folder, 0o755);
  try {
    return await withSite(join(folder, 'data'), (site) => check(site, sourcePath, options));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function withSite<Result>(dataDir: string, work: (site: Site) => Promise<Result>): Promise<Result> {
  const config = loadConfig({ DATA_DIR: dataDir, PUBLIC_URL: 'http://check.example' });
  const log = createLog('error');
  const database = await openConfiguredDatabase(config, log, { join: true });
  try {
    const app = await compose({
      config,
      db: database.db,
      dataDir: database.dataDir,
      jwtSecret: createRandomSecret(),
      log: log as FastifyBaseLogger,
      readiness: { isReady: () => true, isStopping: () => false },
    });
    try {
      return await work({ app, db: database.db });
    } finally {
      await app.close();
    }
  } finally {
    await database.close();
  }
}

async function check({ app, db }: Site, sourcePath: string, options: Options): Promise<SourceCheck> {
  const startedAt = performance.now();
  const { onProgress, ...settings } = options;
  const rest = { ...settings, defaultAuthor: author };
  await createAuthor(app, db);
  const run = (step: string) =>
    app.imports.importFrom(sourcePath, { ...rest, onProgress: ({ done }) => onProgress(step, done) });
  const plan: Record<string, number> = {};
  await app.imports.previewImport(sourcePath, {
    ...rest,
    onFile: ({ state }) => {
      plan[state] = (plan[state] ?? 0) + 1;
    },
  });
  const report = await run('import');
  const broken = report.skipped.filter(({ isBroken }) => isBroken);
  const articles = await readArticles(db);
  const remarks = countKinds(report.problems);
  const found = {
    source: basename(sourcePath),
    plan,
    files: report.imported.length + report.skipped.length,
    taken: report.imported.length,
    drafts: articles.filter(({ status }) => status === 'draft').length,
    comments: await count(db, 'comments'),
    simplified: new Set(report.problems.map(({ file }) => file)).size,
    remarks,
    leftOut: countKinds(broken),
    leftOutFiles: broken,
    pictures: {
      found: await count(db, 'media'),
      missing: sum(remarks, (kind) => missingPictures.test(kind)),
      elsewhere: remarks.pictureElsewhere ?? 0,
    },
    players: articles.reduce((total, { html }) => total + html.split('<figure data-embed=').length - 1, 0),
    redirects: await count(db, 'post_redirects'),
    inSight: findAllSights(sourcePath, report, articles),
    lostWords: findLosses(sourcePath, report, articles),
  };
  const again = await run('import again');
  const undone = await app.imports.undo(report.run);
  const left = await Promise.all(
    (['posts', 'comments', 'categories', 'post_redirects'] as const).map((table) => count(db, table)),
  );
  return {
    ...found,
    rewritten: again.imported.length + again.updated.length,
    remaining: undone.kept.length + left.reduce((total, one) => total + one, 0),
    seconds: Math.round((performance.now() - startedAt) / 100) / 10,
  };
}

async function createAuthor({ accounts }: App, db: Db): Promise<void> {
  const passwordHash = await accounts.hashPassword(createRandomSecret());
  const email = `${author}@check.example`;
  await accounts.create(db, { username: author, email, passwordHash, firstName: '', lastName: '' });
}

const sum = (counts: Record<string, number>, isWanted: (kind: string) => boolean): number =>
  Object.entries(counts).reduce((total, [kind, one]) => total + (isWanted(kind) ? one : 0), 0);

async function count(
  db: Db,
  table: 'posts' | 'comments' | 'categories' | 'media' | 'post_redirects',
): Promise<number> {
  const { total } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Tags that the author has escaped are text. */
function findAllSights(
  sourcePath: string,
  { imported }: ImportReport,
  articles: Stored[],
): SourceCheck['inSight'] {
  const isFolder = statSync(sourcePath).isDirectory();
  const fileBySlug = new Map(imported.map(({ file, slug }) => [slug, file]));
  const whole = isFolder ? '' : readFileSync(sourcePath, 'utf8');
  return articles.flatMap(({ slug, html }) => {
    const text = isFolder ? readFileSync(join(sourcePath, fileBySlug.get(slug) ?? ''), 'utf8') : whole;
    const isEscaped = (found: string) =>
      ['&lt;', '\\\\u0026lt;', '\\\\<', '&amp;lt;'].some((sign) =>
        text.includes(found.replace('<', sign).replace(/>$/, '')),
      );
    return findSights(html)
      .filter(({ kind, found }) => kind !== 'tag' || !isEscaped(found))
      .map(({ kind, excerpt }) => ({ slug, kind, excerpt }));
  });
}

type Stored = { slug: string; status: string; html: string };

const readArticles = (db: Db): Promise<Stored[]> =>
  db.selectFrom('posts').select(['slug', 'status', 'content_html as html']).orderBy('id').execute();

/** Only a folder of Markdown has a file for each article. */
function findLosses(
  sourcePath: string,
  { imported }: ImportReport,
  articles: Stored[],
): SourceCheck['lostWords'] {
  if (!statSync(sourcePath).isDirectory()) return [];
  const htmlBySlug = new Map(articles.map(({ slug, html }) => [slug, html]));
  return imported.flatMap(({ file, slug }) => {
    const { lost, total } = findLostWords(
      readFileSync(join(sourcePath, file), 'utf8'),
      htmlBySlug.get(slug) ?? '',
    );
    return lost.length < minLost ? [] : [{ file, lost, total }];
  });
}
