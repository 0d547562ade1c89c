import type { FullPost } from './without-content.ts';

/** A correction within the first minute is part of the publication. */
const editedAfterMs = 60_000;

/** When readers got another text than the published one; null for an unchanged post. */
export function editedAt({ edited_at: edited, created_at: created }: FullPost): string | null {
  return edited !== null && Date.parse(edited) - Date.parse(created) > editedAfterMs ? edited : null;
}
