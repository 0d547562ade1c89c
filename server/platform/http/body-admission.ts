import { unavailable } from '../errors.ts';

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

type Share = { bodies: number; bytes: number };
export type BodyPool = {
  /** The longest body of this pool. */
  upToBytes: number;
  /** What all callers together may have in hand, and what one network or account may. */
  total: Share;
  perCaller: Share;
};

/**
 * Short bodies, texts and files have pools of their own, so that a flood of uploads cannot keep anybody from logging in
 * or saving a text. A pool counts the bodies that are being read, and the bytes until their request is answered. The
 * limits hold for one process.
 */
const bodyPools: BodyPool[] = [
  {
    upToBytes: 64 * kibibyte,
    total: { bodies: 1_000, bytes: 24 * mebibyte },
    perCaller: { bodies: 100, bytes: 4 * mebibyte },
  },
  {
    upToBytes: mebibyte,
    total: { bodies: 100, bytes: 24 * mebibyte },
    perCaller: { bodies: 20, bytes: 6 * mebibyte },
  },
  {
    upToBytes: Number.POSITIVE_INFINITY,
    total: { bodies: 20, bytes: 48 * mebibyte },
    perCaller: { bodies: 6, bytes: 24 * mebibyte },
  },
];

/** A body that waits is not read, and so costs little more than its connection. */
const defaultWaitMs = 5_000;
/** From the headers to the last byte; Node itself ends a request after 30 s, in words of its own. */
const defaultDeadlineMs = 28_000;
const waitingLimit = 300;
const waitingPerCaller = 60;

/** What a body may weigh, and the network and the account that it counts for. */
export type BodyClaim = { bytes: number; callers: string[] };
export type AdmittedBody = {
  /** The body has been read, or will not be: another one may be. */
  finishReading(): void;
  /** Its bytes are no longer in hand. */
  release(): void;
};
export type BodyAdmission = {
  /** Resolves when there is room for the body; throws `unavailable` where there is none within 5 s. */
  enter(claim: BodyClaim): Promise<AdmittedBody>;
  /** What is in hand now. */
  held(): Share;
  /** How long a body may take, waiting included. */
  deadlineMs: number;
};
type Options = { pools?: BodyPool[]; waitMs?: number; deadlineMs?: number };

/** Room for the bodies of requests, given before anything of them is read. */
export function createBodyAdmission({
  pools = bodyPools,
  waitMs = defaultWaitMs,
  deadlineMs = defaultDeadlineMs,
}: Options = {}): BodyAdmission {
  const open = pools.map((pool) => ({ upToBytes: pool.upToBytes, ...createPool(pool, waitMs) }));
  return {
    enter: (claim) => {
      const pool = open.find(({ upToBytes }) => claim.bytes <= upToBytes);
      if (!pool) throw new Error(`no pool takes a body of ${claim.bytes} bytes`);
      return pool.enter(claim);
    },
    held: () => add(open.map(({ used }) => used)),
    deadlineMs,
  };
}

const add = (shares: Share[]): Share => ({
  bodies: shares.reduce((sum, { bodies }) => sum + bodies, 0),
  bytes: shares.reduce((sum, { bytes }) => sum + bytes, 0),
});

function createPool({ total, perCaller }: BodyPool, waitMs: number) {
  const used: Share = { bodies: 0, bytes: 0 };
  const byCaller = new Map<string, Share>();
  const waiting = new Set<{ claim: BodyClaim; admit(): void }>();

  const hasRoom = (share: Share, bytes: number, limit: Share): boolean =>
    share.bodies < limit.bodies && share.bytes + bytes <= limit.bytes;
  const fits = ({ bytes, callers }: BodyClaim): boolean =>
    hasRoom(used, bytes, total) &&
    callers.every((caller) => hasRoom(byCaller.get(caller) ?? { bodies: 0, bytes: 0 }, bytes, perCaller));

  function change(callers: string[], { bodies, bytes }: Share): void {
    used.bodies += bodies;
    used.bytes += bytes;
    for (const caller of callers) {
      const share = byCaller.get(caller) ?? { bodies: 0, bytes: 0 };
      const next = { bodies: share.bodies + bodies, bytes: share.bytes + bytes };
      if (next.bodies === 0 && next.bytes === 0) byCaller.delete(caller);
      else byCaller.set(caller, next);
    }
  }

  function giveBack(callers: string[], share: Share): void {
    change(callers, { bodies: -share.bodies, bytes: -share.bytes });
    for (const one of waiting) if (fits(one.claim)) one.admit();
  }

  const waitForRoom = (claim: BodyClaim) =>
    new Promise<AdmittedBody>((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(one);
        reject(unavailable());
      }, waitMs);
      const one = {
        claim,
        admit() {
          clearTimeout(timer);
          waiting.delete(one);
          resolve(admitted(claim));
        },
      };
      waiting.add(one);
    });

  function admitted({ bytes, callers }: BodyClaim): AdmittedBody {
    change(callers, { bodies: 1, bytes });
    let isReading = true;
    let isHeld = true;
    function finishReading(): void {
      if (!isReading) return;
      isReading = false;
      giveBack(callers, { bodies: 1, bytes: 0 });
    }
    return {
      finishReading,
      release() {
        finishReading();
        if (!isHeld) return;
        isHeld = false;
        giveBack(callers, { bodies: 0, bytes });
      },
    };
  }

  function mayWait({ callers }: BodyClaim): boolean {
    const others = [...waiting].filter(({ claim }) =>
      claim.callers.some((caller) => callers.includes(caller)),
    );
    return waiting.size < waitingLimit && others.length < waitingPerCaller;
  }

  async function enter(claim: BodyClaim): Promise<AdmittedBody> {
    if (fits(claim)) return admitted(claim);
    if (mayWait(claim)) return waitForRoom(claim);
    throw unavailable();
  }
  return { used, enter };
}
