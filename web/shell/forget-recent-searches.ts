export const recentSearchesKey = 'recent-searches';

/** Deletes the history of the search box. A module of its own, because a logout without network cannot load more code. */
export function forgetRecentSearches(): void {
  try {
    localStorage.removeItem(recentSearchesKey);
  } catch {
    // Without storage there is nothing to delete.
  }
}
