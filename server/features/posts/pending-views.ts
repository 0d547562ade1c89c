import { isNamedHost, otherSource, type ViewSource } from './view-source.ts';

/** Bounds of the pending sums: views beyond `maxPosts` are dropped, hosts beyond the others count as `other`. */
const maxPosts = 100_000;
const maxHostsOfPost = 50;
const maxHosts = 100_000;

/** Sums of one post and one day that are not yet written. */
export type DailyViews = {
  postId: number;
  day: string;
  /** All views, and those that count for rankings. */
  all: number;
  ofReaders: number;
  finishes: number;
  bySource: ReadonlyMap<ViewSource, number>;
};

type Sums = DailyViews & { bySource: Map<ViewSource, number> };

/** Sums of views by post and day, in memory until they are written. */
export function createPendingViews() {
  const days = new Map<string, Sums>();
  const viewsByPost = new Map<number, number>();
  let hosts = 0;

  function find(postId: number, day: string): Sums | undefined {
    const key = `${postId} ${day}`;
    const found = days.get(key);
    if (found || days.size >= maxPosts) return found;
    const created = {
      postId,
      day,
      all: 0,
      ofReaders: 0,
      finishes: 0,
      bySource: new Map<ViewSource, number>(),
    };
    days.set(key, created);
    return created;
  }

  function addSource({ bySource }: Sums, source: ViewSource, views: number): void {
    const isNew = isNamedHost(source) && !bySource.has(source);
    const isRefused = isNew && (hosts >= maxHosts || bySource.size >= maxHostsOfPost);
    if (isNew && !isRefused) hosts += 1;
    const stored = isRefused ? otherSource : source;
    bySource.set(stored, (bySource.get(stored) ?? 0) + views);
  }

  function add({ postId, day, all, ofReaders, finishes, bySource }: DailyViews): void {
    const sums = find(postId, day);
    if (!sums) return;
    sums.all += all;
    sums.ofReaders += ofReaders;
    sums.finishes += finishes;
    for (const [source, views] of bySource) addSource(sums, source, views);
    if (all > 0) viewsByPost.set(postId, (viewsByPost.get(postId) ?? 0) + all);
  }

  return {
    add,
    list: (): DailyViews[] => [...days.values()],
    countViews: (postId: number): number => viewsByPost.get(postId) ?? 0,
  };
}
