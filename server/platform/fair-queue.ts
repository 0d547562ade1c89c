import { tooManyRequests, unavailable } from './errors.ts';

export type FairQueue = {
  /**
   * Runs `work` at the turn of `account`, and returns its result. The slot is held until the work ends, even if the
   * caller no longer waits for it. Throws 429 if the account has too many waiting jobs, and 503 if the queue is full
   * (the account with the largest share is rejected first) or the turn does not come in time.
   */
  run<T>(job: Job, work: () => Promise<T>): Promise<T>;
};

/** `cost` is in any unit, the same for all jobs. */
type Job = { account: string; cost: number };
type QueuedJob = Job & { startTag: number; start: () => void; refuse: () => void };

export type FairQueueLimits = {
  /** Number of concurrent jobs; each account runs one at a time. */
  slots: number;
  /** Jobs above this cost leave the last slot to cheaper ones. */
  largeCost: number;
  /** Maximum number of waiting jobs, in total and for one account. */
  queueLimit: number;
  accountQueueLimit: number;
  waitMs: number;
};

/** Above this number of accounts, those with no more debt than a new one are removed. */
const maxTrackedAccounts = 1_000;

/**
 * Start-time fair queueing (Goyal, Vin, Cheng: "Start-time Fair Queuing", 1996): each job is tagged with the total
 * cost of the earlier jobs of its account, and the job with the smallest tag runs next. An account with many jobs
 * waits for its own work; an account with few jobs is served before it.
 */
export function createFairQueue(limits: FairQueueLimits): FairQueue {
  const { slots, largeCost, queueLimit, accountQueueLimit, waitMs } = limits;
  const waiting = new Set<QueuedJob>();
  const running = new Map<string, Job>();
  /** The tag up to which each account has received its share. */
  const finishTags = new Map<string, number>();
  let virtualTime = 0;

  const isLarge = ({ cost }: Job): boolean => cost > largeCost;
  const countLarge = (): number => [...running.values()].filter(isLarge).length;

  function canStart(job: QueuedJob): boolean {
    return !running.has(job.account) && (!isLarge(job) || countLarge() < Math.max(1, slots - 1));
  }

  function startNext(): void {
    while (running.size < slots) {
      const ready = [...waiting].filter(canStart);
      if (ready.length === 0) return;
      const next = ready.reduce((first, job) => (job.startTag < first.startTag ? job : first));
      waiting.delete(next);
      running.set(next.account, next);
      virtualTime = Math.max(virtualTime, next.startTag);
      next.start();
    }
  }

  function tag({ account, cost }: Job): number {
    const startTag = Math.max(virtualTime, finishTags.get(account) ?? 0);
    finishTags.set(account, startTag + cost);
    if (finishTags.size > maxTrackedAccounts)
      for (const [one, finish] of finishTags) if (finish <= virtualTime) finishTags.delete(one);
    return startTag;
  }

  function waitForTurn(job: Job): Promise<void> {
    const queuedByAccount = [...waiting].filter(({ account }) => account === job.account).length;
    if (queuedByAccount >= accountQueueLimit) throw tooManyRequests(waitMs);
    return new Promise((resolve, reject) => {
      const refuse = () => {
        clearTimeout(timer);
        waiting.delete(entry);
        reject(unavailable());
      };
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(refuse, waitMs);
      const entry: QueuedJob = { ...job, startTag: tag(job), start, refuse };
      waiting.add(entry);
      startNext();
      if (waiting.size > queueLimit)
        [...waiting].reduce((last, one) => (one.startTag >= last.startTag ? one : last)).refuse();
    });
  }

  return {
    async run(job, work) {
      await waitForTurn(job);
      try {
        return await work();
      } finally {
        running.delete(job.account);
        startNext();
      }
    },
  };
}
