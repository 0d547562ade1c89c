import { Piscina } from 'piscina';
import { unavailable } from './errors.ts';

/** An expensive text keeps a core busy. If this process got less of one in the meantime, the machine is to blame. */
const usualCpuShare = 0.5;
const idleWorkerMs = 60_000;

/** Shared memory of a task: set when the worker has started and turns to it. */
export type Begun = { begun: Int32Array };

export type LimitOptions = {
  budgetMs: number;
  /** These three for tests, which must not depend on the load of the machine. `begun` is that of the task. */
  startDeadline?: ((begun: Int32Array) => AbortSignal) | undefined;
  minCpuShare?: number | undefined;
  worker: URL;
};

type WorkerModule = Record<string, (task: never) => unknown>;

export type LimitedPool<Module extends WorkerModule> = {
  /**
   * Runs an export of the worker. Null for a task that takes too much time or memory. On a machine that is too busy to start the worker or to let it run, the
   * time says nothing about the task: 503. The time begins at once, so no more tasks than workers may run.
   */
  run<Name extends keyof Module & string>(
    name: Name,
    task: Omit<Parameters<Module[Name]>[0], 'begun'>,
  ): Promise<Awaited<ReturnType<Module[Name]>> | null>;
  close(): Promise<void>;
};

/** Whether a worker that did not finish in time had no chance to: it has not started, or got little of a core. */
export const isMachineBusy = (usage: { hasBegun: boolean; cpuMs: number }, minCpuMs: number): boolean =>
  !usage.hasBegun || usage.cpuMs < minCpuMs;

/** Worker threads whose exports do tasks, or return null for one that is too complex. */
export function createLimitedPool<Module extends WorkerModule>({
  maxWorkers,
  resourceLimits,
  worker,
  budgetMs,
  startDeadline = () => AbortSignal.timeout(budgetMs),
  minCpuShare = usualCpuShare,
}: LimitOptions & {
  maxWorkers: number;
  resourceLimits: { maxYoungGenerationSizeMb?: number; maxOldGenerationSizeMb?: number };
}): LimitedPool<Module> {
  const pool = new Piscina({
    filename: worker.href,
    minThreads: 0,
    maxThreads: maxWorkers,
    idleTimeout: idleWorkerMs,
    resourceLimits,
    atomics: 'disabled',
  });

  return {
    async run(name, task) {
      const begun = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
      const signal = startDeadline(begun);
      const before = process.cpuUsage();
      return pool.run({ ...task, begun }, { name, signal }).catch((error: unknown) => {
        if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') return null;
        if (!signal.aborted) throw error;
        const { user, system } = process.cpuUsage(before);
        const usage = { hasBegun: Atomics.load(begun, 0) === 1, cpuMs: (user + system) / 1_000 };
        if (isMachineBusy(usage, budgetMs * minCpuShare)) throw unavailable();
        return null;
      });
    },
    close: () => pool.destroy(),
  };
}
