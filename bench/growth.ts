import { route } from '#contract/paths.ts';
import { withBenchSite } from './bench-site.ts';
import type { Dataset } from './dataset.ts';
import { latencies, median } from './measure.ts';
import { readerSearches } from './scenarios.ts';

/** Latencies of single requests on one site, in milliseconds. */
export type SizeMeasurement = {
  posts: number;
  comments: number;
  p50: Record<string, number>;
  p95: Record<string, number>;
};

/** Of fewer requests a handful of pauses of the machine would decide the 95th percentile. */
const requestCount = 200;
const rounds = 3;
const list = route('listPosts').path;
const search = (word: string) => `${list}?search=${encodeURIComponent(word)}`;

const pathsByName: Record<string, (dataset: Dataset) => string[]> = {
  home: () => ['/'],
  list: () => Array.from({ length: 20 }, (_, page) => `${list}?page=${page + 1}`),
  'list, far down': ({ lastPage }) =>
    Array.from(
      { length: 20 },
      (_, part) => `${list}?page=${Math.max(1, Math.floor((lastPage * part) / 20))}`,
    ),
  post: ({ postSlug }) => [`/posts/${postSlug}`],
  category: ({ categorySlug }) => [`/categories/${categorySlug}`],
  comments: () => Array.from({ length: 20 }, (_, page) => `${route('listComments').path}?page=${page + 1}`),
  'search, common word': ({ commonWord }) => [search(commonWord)],
  'search, rare word': ({ rareWord }) => [search(rareWord)],
  'sitemap, index': () => ['/sitemap.xml'],
  // A part has the posts of 5,000 ids.
  'sitemap, a part': ({ posts }) => [`/sitemap/posts-${Math.floor(posts / 10_000)}.xml`],
  'sitemap, news': () => ['/sitemap/news.xml'],
  ...Object.fromEntries(
    Object.entries(readerSearches).map(([name, path]) => [
      name.replaceAll('-', ' '),
      (dataset: Dataset) => [path(dataset)],
    ]),
  ),
};

/**
 * Measures the same requests on sites of growing size, with the response cache turned off. The sites take turns, because a machine
 * that others use is not equally fast all the time; each figure is the median of the rounds.
 */
export async function measureGrowth(folders: string[]): Promise<SizeMeasurement[]> {
  const measured = new Map<string, SizeMeasurement[]>(folders.map((folder) => [folder, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const [folder, sizes] of measured) sizes.push(await measureSite(folder));
  return [...measured.values()].map(medianOf).toSorted((left, right) => left.posts - right.posts);
}

function measureSite(folder: string): Promise<SizeMeasurement> {
  return withBenchSite(folder, { isCached: false }, async ({ site, dataset }) => {
    const size: SizeMeasurement = { posts: dataset.posts, comments: dataset.comments, p50: {}, p95: {} };
    for (const [name, pathsOf] of Object.entries(pathsByName)) {
      const { p50, p95 } = await latencies(site.origin, pathsOf(dataset), requestCount);
      size.p50[name] = p50;
      size.p95[name] = p95;
    }
    console.log(dataset.posts, JSON.stringify(size.p95));
    return size;
  });
}

function medianOf(sizes: SizeMeasurement[]): SizeMeasurement {
  const [{ posts, comments } = { posts: 0, comments: 0 }] = sizes;
  const medians = (kind: 'p50' | 'p95') =>
    Object.fromEntries(
      Object.keys(pathsByName).map((name) => [
        name,
        median(sizes.map((size) => size[kind][name] ?? Number.NaN)),
      ]),
    );
  return { posts, comments, p50: medians('p50'), p95: medians('p95') };
}
