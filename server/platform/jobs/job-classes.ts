/**
 * Groups of jobs by the resource that they wait for. Each class has its own queue runner, so that no class can take the
 * slots of another: a mail server that does not respond delays only mails.
 */
export type JobClass = 'payments' | 'mail' | 'routine' | 'heavy';

export type ClassLimits = {
  /** Concurrent jobs in one process. */
  slots: number;
  /** A job that takes longer fails and is retried; its slot is freed. */
  timeLimitMs: number;
  /** How many crashes of its process a job may see before it fails permanently; unlimited by default. */
  maxInterruptions?: number;
};

const secondMs = 1_000;
const minuteMs = 60 * secondMs;

export const jobClasses: Record<JobClass, ClassLimits> = {
  /** Payments and subscriptions. */
  payments: { slots: 2, timeLimitMs: 5 * minuteMs },
  mail: { slots: 2, timeLimitMs: 90 * secondMs },
  /** Short jobs: publishing scheduled posts, deleting expired rows. */
  routine: { slots: 1, timeLimitMs: 5 * minuteMs },
  /**
   * Picture processing and re-rendering of many texts. Native code may crash the process, so such a job must not be
   * retried forever.
   */
  heavy: { slots: 2, timeLimitMs: 120 * minuteMs, maxInterruptions: 5 },
};
