/** What a search finds, in the order of the tabs. It imports no schemas, because browsers load it. */
export const searchTabs = ['posts', 'comments', 'authors', 'categories'] as const;
export type SearchTab = (typeof searchTabs)[number];

/** The tab with this name; the first for any other value. */
export const parseSearchTab = (value: string | undefined): SearchTab =>
  searchTabs.find((tab) => tab === value?.trim()) ?? searchTabs[0];
