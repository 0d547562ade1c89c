import { Session } from 'node:inspector/promises';

/**
 * Counts executed code blocks with the precise coverage of V8, so that the result does not depend on the machine or its
 * load. Counts only code that is loaded after this call, so import the measured module afterwards.
 */
export async function startExecutionCounter() {
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
