import { setTimeout as sleep } from 'node:timers/promises';
import { load } from './measure.ts';
import { startSite } from './processes.ts';
import { mixedTraffic } from './scenarios.ts';
import { onStage, renewed } from './stage.ts';

/** Measurements without a baseline: overload, cold start, and memory over time. */
export const specials = ['overload', 'cold-start', 'memory'];

const capacityConnections = 10;
const crowd = 400;
const manifold = 10;
const starts = 5;

export async function measureSpecial(
  name: string,
  dataDir: string,
  options: { seconds: number; minutes: number },
): Promise<Record<string, unknown>> {
  const measured = await kinds[name as keyof typeof kinds](dataDir, options);
  console.log(name, JSON.stringify(measured));
  return { name, ...measured };
}

const kinds = {
  overload: (dataDir: string, { seconds }: { seconds: number }) =>
    onStage(dataDir, { isCached: false, sheds: true }, async ({ site, world }) => {
      const asked = { path: `/posts/${world.postSlug}` };
      await load(site, asked, { seconds: 2, connections: capacityConnections });
      const usual = await load(site, asked, { seconds, connections: capacityConnections });
      const overallRate = Math.round(usual.perSecond * manifold);
      const flooded = await load(site, asked, { seconds: seconds * 2, connections: crowd, overallRate });
      const served = (flooded.requests - flooded.failed) / (seconds * 2);
      return {
        capacityPerSecond: usual.perSecond,
        servedShareOfCapacity: served / usual.perSecond,
        refused: flooded.failed,
        p99Ms: flooded.p99Ms,
      };
    }),

  'cold-start': async (dataDir: string) => {
    const taken: number[] = [];
    for (let start = 0; start < starts; start += 1) {
      const site = await startSite({ dataDir });
      taken.push(Math.round(site.startMs));
      await site.stop();
    }
    return { firstAnswerMs: taken };
  },

  memory: (dataDir: string, { minutes }: { minutes: number }) =>
    onStage(dataDir, { isCached: true }, async ({ site, world, visitor }) => {
      const until = Date.now() + minutes * 60_000;
      const megabytes: number[] = [];
      let failed = 0;
      const { talkedAbout } = world;
      while (Date.now() < until) {
        // Rotates the posts, or the first few would receive all the comments.
        talkedAbout.push(...talkedAbout.splice(0, talkedAbout.length / 7));
        const traffic = mixedTraffic({ world, visitor: await renewed(site.origin, visitor) });
        failed += (await load(site, traffic, { seconds: 10, connections: 10 })).failed;
        await sleep(50);
        megabytes.push(Math.round(site.memoryMb()));
      }
      return { minutes, first: megabytes[0], last: megabytes.at(-1), most: Math.max(...megabytes), failed };
    }),
};
