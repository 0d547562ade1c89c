import { Session } from 'node:inspector/promises';

/**
 * Counts how often pieces of code run, as the engine's own coverage does: the same on every machine, however busy. Only
 * code that is loaded after this is called is counted, so what is measured must be imported late.
 */
export async function startCounting() {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const take = async (): Promise<number> => {
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const ranges = result.flatMap(({ functions }) => functions.flatMap((one) => one.ranges));
    return ranges.reduce((sum, { count }) => sum + count, 0);
  };
  return {
    async count(work: () => unknown): Promise<number> {
      await take();
      work();
      return take();
    },
    async stop(): Promise<void> {
      await session.post('Profiler.stopPreciseCoverage');
      session.disconnect();
    },
  };
}
