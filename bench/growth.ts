import { route } from '#contract/paths.ts';
import { latencies } from './measure.ts';
import { onStage } from './stage.ts';
import type { World } from './world.ts';

/** Latencies of single requests on one site, in milliseconds. */
export type Size = {
  posts: number;
  comments: number;
  p50: Record<string, number>;
  p95: Record<string, number>;
};

const asks = 100;
const list = route('listPosts').path;
const search = (word: string) => `${list}?search=${encodeURIComponent(word)}`;

const measured: Record<string, (world: World) => string[]> = {
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
};

/** Measures the same requests on sites of growing size, with the response cache turned off. */
export async function measureGrowth(folders: string[]): Promise<Size[]> {
  const sizes: Size[] = [];
  for (const folder of folders)
    await onStage(folder, { isCached: false }, async ({ site, world }) => {
      const size: Size = { posts: world.posts, comments: world.comments, p50: {}, p95: {} };
      for (const [name, pathsOf] of Object.entries(measured)) {
        const { p50, p95 } = await latencies(site.origin, pathsOf(world), asks);
        size.p50[name] = p50;
        size.p95[name] = p95;
      }
      console.log(world.posts, JSON.stringify(size.p50));
      sizes.push(size);
    });
  return sizes.toSorted((left, right) => left.posts - right.posts);
}
