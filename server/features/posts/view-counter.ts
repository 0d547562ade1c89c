import { createHmac, randomBytes } from 'node:crypto';
import type { Actor } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Log } from '#server/platform/log.ts';
import { networkOf } from '#server/platform/network.ts';

/** A reader counts once in this time, however often the page is opened (contract 5). */
const sameViewMs = 30 * 60_000;
const flushEveryMs = 5_000;
const saltLifeMs = 24 * 3_600_000;
const rememberedViews = 200_000;
const pendingPosts = 100_000;

export type Viewer = { actor: Actor; origin: { address: string; userAgent: string } | null };

export type ViewCounter = {
  /** Counts a view, unless this reader has been counted already or is the site itself. */
  record(postId: number, viewer: Viewer): void;
  /** Views that are counted but not written yet. */
  pendingOf(postId: number): number;
  flush(): Promise<void>;
  /** Writes what is left and ends. */
  stop(): Promise<void>;
};

/** Whether a reader, by a name for them and a post, counts now: asked where several processes count together. */
export type ClaimView = (name: string) => Promise<boolean>;

type Deps = {
  clock: Clock;
  log: Log;
  write(views: Map<number, number>): Promise<void>;
  claim?: ClaimView | undefined;
};

/**
 * Gathers views in memory and writes them every few seconds in one statement: reading never waits for a write. No
 * address is kept, only hashes under a salt that lives a day. A killed process loses the last seconds of views.
 */
export function createViewCounter({ clock, log, write, claim }: Deps): ViewCounter {
  const claims = new Set<Promise<void>>();
  const seen = new Map<string, number>();
  let pending = new Map<number, number>();
  let writing: ReadonlyMap<number, number> = new Map();
  let salt = newSalt();

  function newSalt() {
    return { key: randomBytes(32), since: clock.now().getTime() };
  }

  function isRepeated(key: string, now: number): boolean {
    const at = seen.get(key);
    if (at !== undefined && now - at < sameViewMs) return true;
    seen.delete(key);
    seen.set(key, now);
    const [oldest] = seen.keys();
    if (seen.size > rememberedViews && oldest !== undefined) seen.delete(oldest);
    return false;
  }

  function record(postId: number, { actor, origin }: Viewer): void {
    if (!origin) return;
    const now = clock.now().getTime();
    if (now - salt.since >= saltLifeMs) salt = newSalt();
    const reader =
      actor.kind === 'user' ? `user ${actor.id}` : `${networkOf(origin.address)} ${origin.userAgent}`;
    if (claim) {
      addClaimed(postId, claim(`${postId} ${reader}`));
      return;
    }
    const key = createHmac('sha256', salt.key).update(`${postId} ${reader}`).digest('base64');
    if (!isRepeated(key, now)) add(postId, 1);
  }

  function addClaimed(postId: number, claimed: Promise<boolean>): void {
    const counted = claimed
      .then((isNew) => isNew && add(postId, 1))
      .catch((error: unknown) => log.warn({ err: error }, 'a view could not be claimed'))
      .then(() => void claims.delete(counted));
    claims.add(counted);
  }

  function add(postId: number, views: number): void {
    if (pending.has(postId) || pending.size < pendingPosts)
      pending.set(postId, (pending.get(postId) ?? 0) + views);
  }

  async function flush(): Promise<void> {
    if (pending.size === 0 || writing.size > 0) return;
    const views = pending;
    pending = new Map();
    writing = views;
    try {
      await write(views);
    } catch (error) {
      // They are written with the next ones, once the database is back.
      for (const [postId, count] of views) add(postId, count);
      log.warn({ err: error }, 'views could not be written');
    } finally {
      writing = new Map();
    }
  }

  const timer = setInterval(() => void flush(), flushEveryMs).unref();
  return {
    record,
    pendingOf: (postId) => (pending.get(postId) ?? 0) + (writing.get(postId) ?? 0),
    flush,
    async stop() {
      clearInterval(timer);
      await Promise.all(claims);
      await flush();
    },
  };
}
