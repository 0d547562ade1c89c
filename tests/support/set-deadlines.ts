import { deadlines } from '#server/platform/deadlines.ts';

/** Changes deadlines, in milliseconds, for what begins from now on; the result restores them. */
export function setDeadlines(changes: Partial<typeof deadlines>): () => void {
  const before = { ...deadlines };
  Object.assign(deadlines, changes);
  return () => void Object.assign(deadlines, before);
}
