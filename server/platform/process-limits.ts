/**
 * How long a process waits for others while it starts, runs and stops, and a command for its work, in milliseconds. The
 * values are read when the wait begins. Only tests change them.
 */
export const processLimits = {
  /** The database at a start, and for a command beside a running site: its start and its migrations. */
  connection: 5_000,
  join: 30_000,
  migrations: 10_000,
  /** The data that must exist before the first request. */
  preparation: 30_000,
  /** Requests in progress at a stop. */
  requests: 10_000,
  /** Longer than that: the stop of a process of a cluster. */
  worker: 15_000,
  /** The exit of a process that has reported it. */
  exit: 5_000,
  /** The stop of PostgreSQL with a checkpoint, and without; it kills its processes itself after 5 s. */
  fastStop: 30_000,
  immediateStop: 30_000,
  /** A response of the database to the probe of readiness. */
  probe: 350,
  /** The watchdog counts these: a blocked event loop is killed after 20. */
  watchdogTick: 1_000,
  /** What a blocked event loop is doing. */
  capture: 5_000,
  /** A check of the doctor, which a request may wait for, and its mail server. */
  check: 6_000,
  mail: 5_000,
  /** Servers of others: a greeting and a pause of a mail server, a search engine, the pictures of an import. */
  mailGreeting: 10_000,
  mailPause: 30_000,
  indexNow: 10_000,
  pictureFetch: 20_000,
  /** A connection and a lock for work as the owner of the tables. */
  owner: 10_000,
};

/** How long a process that has died is missing, in milliseconds: at first, and at most if it had served. */
export const restartPauses = { first: 500, longestAfterServing: 2_000 };
