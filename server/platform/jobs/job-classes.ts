/**
 * Jobs by what they wait for. Each class has a queue runner of its own, so that none can take the slots of another: a
 * mail server that does not answer delays mails, and nothing else.
 */
export type JobClass = 'money' | 'mail' | 'routine' | 'heavy';

export type ClassLimits = {
  /** Jobs at a time in one process. */
  slots: number;
  /** A job that takes longer has failed and is repeated; its slot is free again. */
  timeLimitMs: number;
  /** How many deaths of its process a job may see before it fails for good; without it, any number. */
  maxInterruptions?: number;
};

const secondMs = 1_000;
const minuteMs = 60 * secondMs;

export const jobClasses: Record<JobClass, ClassLimits> = {
  /** Payments and subscriptions. */
  money: { slots: 2, timeLimitMs: 5 * minuteMs },
  mail: { slots: 2, timeLimitMs: 90 * secondMs },
  /** What is short: publishing at a time, deleting what has expired. */
  routine: { slots: 1, timeLimitMs: 5 * minuteMs },
  /** Pictures and rendering many texts again. Native code may crash the process: such a job must not come back for ever. */
  heavy: { slots: 2, timeLimitMs: 120 * minuteMs, maxInterruptions: 5 },
};
