const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

export type Bucket = {
  /** So many at once; an empty bucket is full again after `refillMs`. */
  burst: number;
  refillMs: number;
  /** Whether `RATE_LIMIT_FACTOR` widens it. Not where guessing is slowed down or a person's mailbox is protected. */
  isScaled: boolean;
};

/**
 * Every limit of the site. Keys are facts of the server: the caller's network, the user of a valid token, a keyed hash
 * of the login or of the refresh token that was sent; never a header, never a field that the endpoint does not have.
 */
export const buckets = {
  /** Every call of the API, by network. */
  address: { burst: 1_200, refillMs: minuteMs, isScaled: true },
  /** Searches, by network. */
  search: { burst: 60, refillMs: minuteMs, isScaled: true },
  /** Writes, by user; by network where nobody is logged in. */
  write: { burst: 300, refillMs: minuteMs, isScaled: true },
  /** Texts rendered to be looked at, by user: each takes a rendering thread. */
  preview: { burst: 30, refillMs: minuteMs, isScaled: true },
  /** New accounts, by network. */
  register: { burst: 60, refillMs: hourMs, isScaled: true },
  /** Failed logins, by network, whoever is meant. */
  loginAddress: { burst: 30, refillMs: 10 * minuteMs, isScaled: true },
  /** Failed logins with one name from networks that its owner has never used. */
  loginAccount: { burst: 5, refillMs: 15 * minuteMs, isScaled: false },
  /** Failed logins with one name from a network that its owner has used. */
  loginPlace: { burst: 10, refillMs: 15 * minuteMs, isScaled: false },
  /** Refused refreshes, by token: what ends the endless loop of a client (contract T2). */
  refreshFailure: { burst: 5, refillMs: minuteMs, isScaled: false },
  /** Attempts to change the password, by user. */
  passwordChange: { burst: 10, refillMs: 15 * minuteMs, isScaled: true },
  /** Mails that somebody asked for, by purpose and account, and by network. */
  mailAccount: { burst: 3, refillMs: hourMs, isScaled: false },
  mailAddress: { burst: 10, refillMs: hourMs, isScaled: true },
  /** Views of a post by one reader: not a limit of anybody, but counted alike where several processes do. */
  view: { burst: 1, refillMs: 30 * minuteMs, isScaled: false },
  /** Letters to the editorial office, by network. */
  feedback: { burst: 5, refillMs: hourMs, isScaled: true },
} satisfies Record<string, Bucket>;

export type BucketName = keyof typeof buckets;
