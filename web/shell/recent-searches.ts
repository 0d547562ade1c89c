/** The reader's last searches, stored on this device only and deleted at logout. */

import { recentSearchesKey } from './forget-recent-searches.ts';

const maxStored = 8;

/** The newest first. */
export function readRecentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(recentSearchesKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter((item) => typeof item === 'string').slice(0, maxStored) : [];
  } catch {
    // Blocked storage, or a value of something else.
    return [];
  }
}

export function addRecentSearch(query: string): void {
  const others = readRecentSearches().filter((known) => known !== query);
  try {
    localStorage.setItem(recentSearchesKey, JSON.stringify([query, ...others].slice(0, maxStored)));
  } catch {
    // Without storage there is no history.
  }
}
