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
  /** Pages of the site that are not in the cache and have to be rendered, by network. */
  page: { burst: 300, refillMs: minuteMs, isScaled: true },
  /** Searches and pages far down a list, through the API and through the pages of the site together, by network. */
  search: { burst: 60, refillMs: minuteMs, isScaled: true },
  /** Writes, by user; by network where nobody is logged in. */
  write: { burst: 300, refillMs: minuteMs, isScaled: true },
  /** Texts rendered to be looked at, by user: each takes a rendering thread. */
  preview: { burst: 30, refillMs: minuteMs, isScaled: true },
  /** Texts that are rendered, by user: one for each 10,000 bytes that are begun, since that is what takes the time. */
  render: { burst: 300, refillMs: minuteMs, isScaled: true },
  /** Registrations, by network. */
  register: { burst: 150, refillMs: hourMs, isScaled: true },
  /** Registrations refused for a taken name or address, by network: each tells that there is such an account. */
  registerTaken: { burst: 30, refillMs: hourMs, isScaled: true },
  /** Failed logins, by network, whoever is meant. */
  loginAddress: { burst: 30, refillMs: 10 * minuteMs, isScaled: true },
  /** Failed logins with one name from networks that its owner has never used. */
  loginAccount: { burst: 5, refillMs: 15 * minuteMs, isScaled: false },
  /** Failed logins with one name from a network that its owner has used. */
  loginPlace: { burst: 10, refillMs: 15 * minuteMs, isScaled: false },
  /** Sessions opened by login, by account: each is a row that stays for weeks. */
  newSession: { burst: 120, refillMs: hourMs, isScaled: true },
  /** Refused refreshes, by token: what ends the endless loop of a client (contract T2). */
  refreshFailure: { burst: 5, refillMs: minuteMs, isScaled: false },
  /** Attempts to change the password, by user. */
  passwordChange: { burst: 10, refillMs: 15 * minuteMs, isScaled: true },
  /** New sessions at the payment provider, by user and by network. An open session that is asked for again is free. */
  checkout: { burst: 10, refillMs: hourMs, isScaled: true },
  checkoutAddress: { burst: 120, refillMs: hourMs, isScaled: true },
  /** Questions to the payment provider about an unfinished payment, by payment. */
  paymentStatus: { burst: 30, refillMs: minuteMs, isScaled: true },
  /** Mails that somebody asked for, by purpose and account, and by network. */
  mailAccount: { burst: 3, refillMs: hourMs, isScaled: false },
  mailAddress: { burst: 10, refillMs: hourMs, isScaled: true },
  /** Views of a post by one reader: not a limit of anybody, but counted alike where several processes do. */
  view: { burst: 1, refillMs: 30 * minuteMs, isScaled: false },
  /** Guests of one network who are counted as readers of one post: browsers name themselves as they like. */
  viewNetwork: { burst: 10, refillMs: 30 * minuteMs, isScaled: false },
  /** Letters to the editorial office, by network. */
  feedback: { burst: 5, refillMs: hourMs, isScaled: true },
} satisfies Record<string, Bucket>;

export type BucketName = keyof typeof buckets;
