import { Session } from 'node:inspector';

/**
 * Counts executed code blocks with the precise coverage of V8, so that the result does not depend on the machine or its
 * load. Counts only code that is loaded after this call, so import the measured module afterwards.
 */
export function startExecutionCounter() {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const takeBlocks = (): number => {
    let blocks = 0;
    // The response arrives within the call.
    session.post('Profiler.takePreciseCoverage', (error, response) => {
      if (error) throw error;
      const ranges = response.result.flatMap(({ functions }) => functions.flatMap((one) => one.ranges));
      blocks = ranges.reduce((sum, { count }) => sum + count, 0);
    });
    return blocks;
  };
  return {
    async count(work: () => unknown): Promise<number> {
      takeBlocks();
      await work();
      return takeBlocks();
    },
    stop(): void {
      session.post('Profiler.stopPreciseCoverage');
      session.disconnect();
    },
  };
}
