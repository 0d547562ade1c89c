const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

export type Bucket = {
  /** Requests allowed at once; an empty bucket is full again after `refillMs`. */
  burst: number;
  refillMs: number;
  /** Whether `RATE_LIMIT_FACTOR` applies. Not for limits that slow down guessing or protect a person's mailbox. */
  isScaled: boolean;
};

/**
 * All rate limits of the site. Keys are facts known to the server: the caller's network, the user of a valid token, a
 * keyed hash of the login or of the refresh token that was sent; never a header or an unknown field.
 */
export const buckets = {
  /** API requests, by network. */
  address: { burst: 1_200, refillMs: minuteMs, isScaled: true },
  /** Rendered pages that are not in the cache, by network. */
  page: { burst: 300, refillMs: minuteMs, isScaled: true },
  /** Social cards, by network: drawing one takes a tenth of a second. */
  card: { burst: 120, refillMs: minuteMs, isScaled: true },
  /** Searches and deep pages of lists, by network; the API and the pages of the site share this bucket. */
  search: { burst: 60, refillMs: minuteMs, isScaled: true },
  /** Suggestions while a search is being typed, by network. */
  suggestions: { burst: 600, refillMs: minuteMs, isScaled: true },
  /** Writes, by user; for guests by network. */
  write: { burst: 300, refillMs: minuteMs, isScaled: true },
  /** Previews, by user: each occupies a Markdown worker. */
  preview: { burst: 30, refillMs: minuteMs, isScaled: true },
  /** Pictures that the server fetches from other sites, by user. */
  remotePicture: { burst: 120, refillMs: hourMs, isScaled: true },
  /** Statistics of all own posts, by user: each reads the sums of every post and day of the period. */
  stats: { burst: 30, refillMs: minuteMs, isScaled: true },
  /** Drafts read by a link, by network: each may occupy a Markdown worker. */
  draftLink: { burst: 60, refillMs: minuteMs, isScaled: true },
  /** Rendered texts, by user: one for each started 10,000 bytes, since the time depends on the size. */
  render: { burst: 300, refillMs: minuteMs, isScaled: true },
  /** Registrations, by network. */
  register: { burst: 150, refillMs: hourMs, isScaled: true },
  /** Registrations refused for a taken username or address, by network: each reveals that an account exists. */
  registerTaken: { burst: 30, refillMs: hourMs, isScaled: true },
  /** Failed logins, by network, for any account. */
  loginAddress: { burst: 30, refillMs: 10 * minuteMs, isScaled: true },
  /** Failed logins with one login name from networks unknown to its owner's account. */
  loginAccount: { burst: 5, refillMs: 15 * minuteMs, isScaled: false },
  /** Failed logins with one login name from a known network of its owner's account. */
  loginKnownNetwork: { burst: 10, refillMs: 15 * minuteMs, isScaled: false },
  /** Sessions opened by login, by account: each is a row that is kept for weeks. */
  newSession: { burst: 120, refillMs: hourMs, isScaled: true },
  /**
   * Failed refreshes, by token: the 429 ends the endless refresh loop of a client that intercepts its own refresh call.
   */
  refreshFailure: { burst: 5, refillMs: minuteMs, isScaled: false },
  /** Wrong codes of a second factor, by account, and by account and known network. */
  secondFactor: { burst: 5, refillMs: 15 * minuteMs, isScaled: false },
  /** Attempts to enter the password of an open session again, by user. */
  passwordChange: { burst: 10, refillMs: 15 * minuteMs, isScaled: true },
  /**
   * New checkout sessions at the payment provider, by user and by network. Requesting an open session again is free.
   */
  checkout: { burst: 10, refillMs: hourMs, isScaled: true },
  checkoutAddress: { burst: 120, refillMs: hourMs, isScaled: true },
  /** Status requests to the payment provider for an unfinished payment, by payment. */
  paymentStatus: { burst: 30, refillMs: minuteMs, isScaled: true },
  /** Mails requested by users, by purpose and account, and by network. */
  mailAccount: { burst: 3, refillMs: hourMs, isScaled: false },
  /**
   * Mails that ask to confirm an address, by purpose and mailbox without the `+tag` of its addresses: a stranger may have
   * entered them. More than the requests of one account.
   */
  mailMailbox: { burst: 4, refillMs: hourMs, isScaled: false },
  /** Copies of the own data, by account: each reads everything that the account has. */
  dataCopy: { burst: 3, refillMs: 24 * hourMs, isScaled: true },
  mailAddress: { burst: 10, refillMs: hourMs, isScaled: true },
  /** Views of a post by one reader: not a limit for anybody, but several processes must count together. */
  view: { burst: 1, refillMs: 30 * minuteMs, isScaled: false },
  /** Guests of one network that count as readers of one post, since browsers can send any user agent. */
  viewNetwork: { burst: 10, refillMs: 30 * minuteMs, isScaled: false },
  /** The same for readers who reach the end of a post: each counts once a day. */
  finish: { burst: 1, refillMs: 24 * hourMs, isScaled: false },
  finishNetwork: { burst: 10, refillMs: 30 * minuteMs, isScaled: false },
  /** Feedback messages, by network. */
  feedback: { burst: 5, refillMs: hourMs, isScaled: true },
} satisfies Record<string, Bucket>;

export type BucketName = keyof typeof buckets;
