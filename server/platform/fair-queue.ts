import { tooManyRequests, unavailable } from './errors.ts';

export type FairQueue = {
  /**
   * Runs `work` when it is the turn of `account`, and returns what it returns. Its place is taken until it has ended, even
   * if the caller no longer waits for it. Throws 429 if the account has too much waiting, 503 if all together have (the
   * account with the largest share is refused first), or if the turn does not come in time.
   */
  run<T>(job: Job, work: () => Promise<T>): Promise<T>;
};

/** `cost` in any unit, the same for all. */
type Job = { account: string; cost: number };
type Waiting = Job & { startTag: number; begin: () => void; refuse: () => void };

export type FairQueueLimits = {
  /** So much work at a time, of each account one piece. */
  slots: number;
  /** Work that costs more leaves the last slot to what costs less. */
  largeCost: number;
  /** So much waits at most, together and of one account. */
  queueLimit: number;
  accountQueueLimit: number;
  waitMs: number;
};

/** Beyond this many accounts, those that have no more debt than a new one are forgotten. */
const rememberedAccounts = 1_000;

/**
 * Start-time fair queueing (Goyal, Vin, Cheng: "Start-time Fair Queuing", 1996): every piece of work is tagged with the
 * cost that its account has had done before, and the smallest tag is next. An account that sends much waits for its own
 * work; one that sends little is served before it.
 */
export function createFairQueue(limits: FairQueueLimits): FairQueue {
  const { slots, largeCost, queueLimit, accountQueueLimit, waitMs } = limits;
  const waiting = new Set<Waiting>();
  const running = new Map<string, Job>();
  /** Up to which tag each account has had its share. */
  const finishTags = new Map<string, number>();
  let virtualTime = 0;

  const isLarge = ({ cost }: Job): boolean => cost > largeCost;
  const countLarge = (): number => [...running.values()].filter(isLarge).length;

  function mayBegin(job: Waiting): boolean {
    return !running.has(job.account) && (!isLarge(job) || countLarge() < Math.max(1, slots - 1));
  }

  function beginNext(): void {
    while (running.size < slots) {
      const ready = [...waiting].filter(mayBegin);
      if (ready.length === 0) return;
      const next = ready.reduce((first, job) => (job.startTag < first.startTag ? job : first));
      waiting.delete(next);
      running.set(next.account, next);
      virtualTime = Math.max(virtualTime, next.startTag);
      next.begin();
    }
  }

  function tag({ account, cost }: Job): number {
    const startTag = Math.max(virtualTime, finishTags.get(account) ?? 0);
    finishTags.set(account, startTag + cost);
    if (finishTags.size > rememberedAccounts)
      for (const [one, finish] of finishTags) if (finish <= virtualTime) finishTags.delete(one);
    return startTag;
  }

  function waitForTurn(job: Job): Promise<void> {
    const ofAccount = [...waiting].filter(({ account }) => account === job.account).length;
    if (ofAccount >= accountQueueLimit) throw tooManyRequests(waitMs);
    return new Promise((resolve, reject) => {
      const refuse = () => {
        clearTimeout(timer);
        waiting.delete(entry);
        reject(unavailable());
      };
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(refuse, waitMs);
      const entry: Waiting = { ...job, startTag: tag(job), begin, refuse };
      waiting.add(entry);
      beginNext();
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
        beginNext();
      }
    },
  };
}
