import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from './support/test-app.ts';

/**
 * Different addresses of cards, feeds and embeds, which exist and do not. They must fill neither the memory nor the disk, and
 * readers must be served meanwhile. `npm run flood:addresses` requests 100,000, with and without rate limits, and prints figures.
 */
const isCommand = process.env.FLOOD_ADDRESSES !== undefined;
const count = Number(process.env.FLOOD_ADDRESSES ?? 240);
const factor = process.env.FLOOD_FACTOR ?? '0';
const parallel = 16;
const cacheMb = 2;
const postCount = 3;

let app: TestApp;
const slugs: string[] = [];

beforeAll(async () => {
  app = await createTestApp({
    withPages: true,
    env: { CACHE_MB: String(cacheMb), RATE_LIMIT_FACTOR: factor },
  });
  const author = await app.createUser();
  for (let index = 0; index < postCount; index += 1) {
    const { slug } = await app.createPost(author, { title: `Статья ${index}`, content: 'Слово' });
    slugs.push(slug);
  }
});
afterAll(() => app.stop());

/** The same for the same number. */
function addressOf(index: number): string {
  const slug = slugs[index % slugs.length];
  const kinds = [
    `/posts/flood-${index}/card.jpg`,
    `/posts/${slug}/card.jpg?v=${index}`,
    `/oembed?url=${encodeURIComponent(`${app.origin}/posts/${slug}`)}&maxwidth=${index + 1}`,
    `/oembed?url=${encodeURIComponent(`${app.origin}/posts/flood-${index}`)}`,
    `/categories/flood-${index}/rss.xml`,
    `/users/flood-${index}/card.jpg`,
    `/rss.xml?flood=${index}`,
    `/posts/${slug}/feed.json?flood=${index}`,
  ];
  return kinds[index % kinds.length] ?? '/';
}

async function statusOf(path: string): Promise<number> {
  const response = await fetch(app.origin + path);
  await response.arrayBuffer();
  return response.status;
}

/** Requests the front page and an article in turn; returns the milliseconds of each request, in order of length. */
async function readTimes(times: number, isNeeded: () => boolean = () => false): Promise<number[]> {
  const found: number[] = [];
  while (found.length < times || isNeeded()) {
    const startedAt = performance.now();
    // A machine that is busy with other work may refuse a page that is not in the cache.
    expect([200, 503]).toContain(await statusOf(found.length % 2 === 0 ? '/' : `/posts/${slugs[0]}`));
    found.push(performance.now() - startedAt);
  }
  return found.sort((left, right) => left - right);
}

const cards = () => {
  const folder = join(app.dataDir, 'cache', 'cards');
  const files = readdirSync(folder).map((file) => statSync(join(folder, file)).size);
  return { files: files.length, bytes: files.reduce((sum, size) => sum + size, 0) };
};
const percentile = (times: number[], share: number) =>
  Math.round(times[Math.floor(times.length * share)] ?? 0);

it('fills neither memory nor disk, and readers are served meanwhile', async () => {
  for (const slug of slugs) await statusOf(`/posts/${slug}/card.jpg`);
  const calm = await readTimes(isCommand ? 200 : 4);
  const memoryBefore = process.memoryUsage().rss;
  const statuses: Record<number, number> = {};
  let next = 0;
  const flood = async () => {
    for (let index = next; index < count; index = next) {
      next += 1;
      const status = await statusOf(addressOf(index));
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  const startedAt = performance.now();
  const flooding = Promise.all(Array.from({ length: parallel }, flood));
  const [flooded] = await Promise.all([readTimes(2, () => next < count), flooding]);
  const { bytes: cachedBytes, entries } = app.cache.size();
  expect(Object.keys(statuses).filter((status) => !['200', '404', '429', '503'].includes(status))).toEqual(
    [],
  );
  expect(cachedBytes).toBeLessThanOrEqual(cacheMb * 1024 * 1024);
  expect(cards().files).toBeLessThanOrEqual(postCount);
  if (!isCommand) return;
  // biome-ignore lint/suspicious/noConsole: the figures are what the command is for
  console.log({
    addresses: count,
    seconds: Math.round((performance.now() - startedAt) / 1000),
    statuses,
    readerMs: {
      calm: [percentile(calm, 0.5), percentile(calm, 0.99)],
      flooded: [percentile(flooded, 0.5), percentile(flooded, 0.99)],
    },
    rssMb: [memoryBefore, process.memoryUsage().rss].map((bytes) => Math.round(bytes / 1024 / 1024)),
    cache: { entries, bytes: cachedBytes },
    cards: cards(),
  });
});
