import { route } from '#contract/paths.ts';
import { withBenchSite } from './bench-site.ts';
import type { Dataset } from './dataset.ts';
import { latencies } from './measure.ts';
import { readerSearches } from './scenarios.ts';

/** Latencies of single requests on one site, in milliseconds. */
export type SizeMeasurement = {
  posts: number;
  comments: number;
  p50: Record<string, number>;
  p95: Record<string, number>;
};

const requestCount = 100;
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

/** Measures the same requests on sites of growing size, with the response cache turned off. */
export async function measureGrowth(folders: string[]): Promise<SizeMeasurement[]> {
  const sizes: SizeMeasurement[] = [];
  for (const folder of folders)
    await withBenchSite(folder, { isCached: false }, async ({ site, dataset }) => {
      const size: SizeMeasurement = { posts: dataset.posts, comments: dataset.comments, p50: {}, p95: {} };
      for (const [name, pathsOf] of Object.entries(pathsByName)) {
        const { p50, p95 } = await latencies(site.origin, pathsOf(dataset), requestCount);
        size.p50[name] = p50;
        size.p95[name] = p95;
      }
      console.log(dataset.posts, JSON.stringify(size.p50));
      sizes.push(size);
    });
  return sizes.toSorted((left, right) => left.posts - right.posts);
}
