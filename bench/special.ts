import { setTimeout as sleep } from 'node:timers/promises';
import { refreshVisitor, withBenchSite } from './bench-site.ts';
import { expensiveSearches } from './expensive-searches.ts';
import { latencies, runLoad } from './measure.ts';
import { startSite } from './processes.ts';
import { mixedTraffic, ranked } from './scenarios.ts';
import { measureSearchIndex } from './search-index.ts';

/**
 * Measurements without a baseline: overload, cold start, memory over time, what the search takes of disk and writes, and what
 * expensive searches take compared with an ordinary one.
 */
export const specialNames = ['overload', 'cold-start', 'memory', 'search-index', 'search-expensive'];

const capacityConnections = 10;
const overloadConnections = 400;
const overloadFactor = 10;
const startCount = 5;

export async function measureSpecial(
  name: string,
  dataDir: string,
  options: { seconds: number; minutes: number },
): Promise<Record<string, unknown>> {
  const measured = await measurements[name as keyof typeof measurements](dataDir, options);
  console.log(name, JSON.stringify(measured));
  return { name, ...measured };
}

const searchRequestCount = 30;

const measurements = {
  'search-expensive': (dataDir: string) =>
    withBenchSite(dataDir, { isCached: false }, async ({ site, dataset }) => {
      const p50 = async (query: string) =>
        (await latencies(site.origin, [ranked(query.toWellFormed())], searchRequestCount)).p50;
      const timesOrdinary: Record<string, number> = {};
      for (const [name, query] of Object.entries(expensiveSearches)) {
        const ordinary = await p50(`${dataset.frequentWord} ${dataset.scarceWord}`);
        timesOrdinary[name] = Number(((await p50(query)) / ordinary).toFixed(2));
      }
      return timesOrdinary;
    }),

  'search-index': (dataDir: string) =>
    withBenchSite(dataDir, { isCached: false }, ({ dataset }) => measureSearchIndex(dataset.databaseUrl)),

  overload: (dataDir: string, { seconds }: { seconds: number }) =>
    withBenchSite(dataDir, { isCached: false, shedsLoad: true }, async ({ site, dataset }) => {
      const target = { path: `/posts/${dataset.postSlug}` };
      await runLoad(site, target, { seconds: 2, connections: capacityConnections });
      const capacity = await runLoad(site, target, { seconds, connections: capacityConnections });
      const overallRate = Math.round(capacity.perSecond * overloadFactor);
      const overloaded = await runLoad(site, target, {
        seconds: seconds * 2,
        connections: overloadConnections,
        overallRate,
      });
      const served = (overloaded.requests - overloaded.failed) / (seconds * 2);
      return {
        capacityPerSecond: capacity.perSecond,
        servedShareOfCapacity: served / capacity.perSecond,
        refused: overloaded.failed,
        p99Ms: overloaded.p99Ms,
      };
    }),

  'cold-start': async (dataDir: string) => {
    const durations: number[] = [];
    for (let start = 0; start < startCount; start += 1) {
      const site = await startSite({ dataDir });
      durations.push(Math.round(site.startMs));
      await site.stop();
    }
    return { firstResponseMs: durations };
  },

  memory: (dataDir: string, { minutes }: { minutes: number }) =>
    withBenchSite(dataDir, { isCached: true }, async ({ site, dataset, visitor }) => {
      const until = Date.now() + minutes * 60_000;
      const megabytes: number[] = [];
      let failed = 0;
      const { discussedPosts } = dataset;
      while (Date.now() < until) {
        // Rotates the posts, or the first few would receive all the comments.
        discussedPosts.push(...discussedPosts.splice(0, discussedPosts.length / 7));
        const traffic = mixedTraffic({ dataset, visitor: await refreshVisitor(site.origin, visitor) });
        failed += (await runLoad(site, traffic, { seconds: 10, connections: 10 })).failed;
        await sleep(50);
        megabytes.push(Math.round(site.memoryMb()));
      }
      return { minutes, first: megabytes[0], last: megabytes.at(-1), peak: Math.max(...megabytes), failed };
    }),
};
