// `npm run check:feeds` reads every kind of feed of a demo site with newsboat, a feed reader of Debian, and compares the articles
// that it found with those of the JSON feeds.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startDemoSite } from './demo-site.ts';

const readerLimitMs = 120_000;

if (spawnSync('newsboat', ['--version']).error) {
  console.log('skipped: newsboat is not installed (Debian: apt-get install newsboat)');
  process.exit(0);
}

type Item = { title: string; url: string; authors: Array<{ url: string }> };
type JsonFeed = { items: Item[] };

/** What newsboat has stored of a feed. Each feed has its own cache, because newsboat keeps one item for each id. */
function readWithNewsboat(url: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'news-site-feeds-'));
  try {
    writeFileSync(join(folder, 'urls'), `${url}\n`);
    writeFileSync(join(folder, 'config'), 'max-items 0\n');
    const cache = join(folder, 'cache.db');
    const files = ['-u', join(folder, 'urls'), '-C', join(folder, 'config'), '-c', cache];
    const { status, stderr } = spawnSync('newsboat', [...files, '-x', 'reload'], {
      timeout: readerLimitMs,
      encoding: 'utf8',
      env: { ...process.env, HOME: folder, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' },
    });
    if (status !== 0) throw new Error(`newsboat: ${stderr}`);
    const database = new DatabaseSync(cache);
    const rows = database.prepare('select title, url from rss_item').all();
    database.close();
    return rows.map((row) => `${row.url} ${row.title}`).sort();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const site = await startDemoSite();
const jsonFeed = async (folder: string) =>
  (await (await fetch(`${site.origin}${folder}/feed.json`)).json()) as JsonFeed;
let failures = 0;
function report(path: string, isRead: boolean, count: string): void {
  if (!isRead) failures += 1;
  console.log(`${isRead ? 'read' : 'FAILED'} ${path}: ${count} items`);
}
try {
  const { items } = await jsonFeed('');
  const pathOf = (url = '') => url.replace(site.origin, '');
  const folders = ['', '/categories/gorod', pathOf(items[0]?.authors[0]?.url), '/posts/posledniy-vagon'];
  for (const folder of folders) {
    const expected = (await jsonFeed(folder)).items.map(({ title, url }) => `${url} ${title}`).sort();
    for (const file of ['rss.xml', 'atom.xml']) {
      const found = readWithNewsboat(`${site.origin}${folder}/${file}`);
      const isSame = expected.length > 0 && found.join('\n') === expected.join('\n');
      report(`${folder}/${file}`, isSame, `${found.length} of ${expected.length}`);
    }
  }
  const dzen = readWithNewsboat(`${site.origin}/rss/dzen.xml`);
  report('/rss/dzen.xml', dzen.length > 0, String(dzen.length));
  process.exitCode = failures > 0 ? 1 : 0;
} finally {
  await site.stop();
}
