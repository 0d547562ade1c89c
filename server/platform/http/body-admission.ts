import { deadlines } from '../deadlines.ts';
import { unavailable } from '../errors.ts';

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

type Usage = { bodies: number; bytes: number };
export type BodyPool = {
  /** Maximum size of a body in this pool. */
  upToBytes: number;
  /** Limits for all callers together, and for one network or account. */
  total: Usage;
  perCaller: Usage;
};

/**
 * Short bodies, texts and files have separate pools, so that a flood of uploads does not block logins or saving a
 * text. A pool counts the bodies that are being read, and their bytes until the response is sent. The limits apply to
 * one process.
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

const maxWaiting = 300;
const maxWaitingPerCaller = 60;

/** The size of a body, and the network and account it counts for. */
export type BodyClaim = { bytes: number; callers: string[] };
export type AdmittedBody = {
  /** Reports that the body has been read or will not be; another one can be admitted. */
  finishReading(): void;
  /** Reports that its bytes are no longer held. */
  release(): void;
};
export type BodyAdmission = {
  /** Resolves when there is room for the body; throws `unavailable` if there is none in time. */
  acquire(claim: BodyClaim): Promise<AdmittedBody>;
  /** Current usage. */
  usage(): Usage;
  /** Deadline of a body, including the time to wait for admission. */
  deadlineMs: number;
};
type Options = { pools?: BodyPool[]; waitMs?: number; deadlineMs?: number };

/** Limits the memory for request bodies; a body is admitted before it is read. */
export function createBodyAdmission({
  pools = bodyPools,
  waitMs = deadlines.bodyRoom,
  deadlineMs = deadlines.body,
}: Options = {}): BodyAdmission {
  const openPools = pools.map((pool) => ({ upToBytes: pool.upToBytes, ...createPool(pool, waitMs) }));
  return {
    acquire: (claim) => {
      const pool = openPools.find(({ upToBytes }) => claim.bytes <= upToBytes);
      if (!pool) throw new Error(`no pool takes a body of ${claim.bytes} bytes`);
      return pool.acquire(claim);
    },
    usage: () => add(openPools.map(({ used }) => used)),
    deadlineMs,
  };
}

const add = (shares: Usage[]): Usage => ({
  bodies: shares.reduce((sum, { bodies }) => sum + bodies, 0),
  bytes: shares.reduce((sum, { bytes }) => sum + bytes, 0),
});

function createPool({ total, perCaller }: BodyPool, waitMs: number) {
  const used: Usage = { bodies: 0, bytes: 0 };
  const byCaller = new Map<string, Usage>();
  const waiting = new Set<{ claim: BodyClaim; admit(): void }>();

  const hasRoom = (share: Usage, bytes: number, limit: Usage): boolean =>
    share.bodies < limit.bodies && share.bytes + bytes <= limit.bytes;
  const fits = ({ bytes, callers }: BodyClaim): boolean =>
    hasRoom(used, bytes, total) &&
    callers.every((caller) => hasRoom(byCaller.get(caller) ?? { bodies: 0, bytes: 0 }, bytes, perCaller));

  function change(callers: string[], { bodies, bytes }: Usage): void {
    used.bodies += bodies;
    used.bytes += bytes;
    for (const caller of callers) {
      const share = byCaller.get(caller) ?? { bodies: 0, bytes: 0 };
      const next = { bodies: share.bodies + bodies, bytes: share.bytes + bytes };
      if (next.bodies === 0 && next.bytes === 0) byCaller.delete(caller);
      else byCaller.set(caller, next);
    }
  }

  function returnShare(callers: string[], share: Usage): void {
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
          resolve(admitBody(claim));
        },
      };
      waiting.add(one);
    });

  function admitBody({ bytes, callers }: BodyClaim): AdmittedBody {
    change(callers, { bodies: 1, bytes });
    let isReading = true;
    let isHeld = true;
    function finishReading(): void {
      if (!isReading) return;
      isReading = false;
      returnShare(callers, { bodies: 1, bytes: 0 });
    }
    return {
      finishReading,
      release() {
        finishReading();
        if (!isHeld) return;
        isHeld = false;
        returnShare(callers, { bodies: 0, bytes });
      },
    };
  }

  function canWait({ callers }: BodyClaim): boolean {
    const others = [...waiting].filter(({ claim }) =>
      claim.callers.some((caller) => callers.includes(caller)),
    );
    return waiting.size < maxWaiting && others.length < maxWaitingPerCaller;
  }

  async function acquire(claim: BodyClaim): Promise<AdmittedBody> {
    if (fits(claim)) return admitBody(claim);
    if (canWait(claim)) return waitForRoom(claim);
    throw unavailable();
  }
  return { used, acquire };
}
