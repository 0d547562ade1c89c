/** The visits of discussions, which only this device knows. */

/** The newest comment that was there at the last visit, and at the one before; and when this device last saw it. */
export type Visit = { seen: string; before: string | null; at: number };
export type Visits = Record<string, Visit>;

/** The discussions that a device remembers; the one that was not opened for the longest time is forgotten. */
export const maxVisits = 500;
/** Pages opened in so short a time belong to one visit: a reload keeps the marks. */
export const visitMs = 30 * 60_000;

/** Adds a visit. `since` is the newest comment of the last visit; null for the first one. */
export function addVisit(
  visits: Visits,
  { postId, newestAt, now }: { postId: number; newestAt: string; now: number },
): { visits: Visits; since: string | null } {
  const last = visits[postId];
  const isSameVisit = last !== undefined && now - last.at < visitMs;
  const before = isSameVisit ? last.before : (last?.seen ?? null);
  const next: Visits = { ...visits, [postId]: { seen: newestAt, before, at: now } };
  const kept = Object.entries<Visit>(next)
    .sort(([, left], [, right]) => right.at - left.at)
    .slice(0, maxVisits);
  return { visits: Object.fromEntries(kept), since: before };
}

const storageKey = 'discussion-visits';

/** Records a visit on this device; without storage every visit is the first one. */
export function recordVisit(postId: number, newestAt: string): string | null {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Visits;
    const { visits, since } = addVisit(stored, { postId, newestAt, now: Date.now() });
    localStorage.setItem(storageKey, JSON.stringify(visits));
    return since;
  } catch {
    return null;
  }
}
