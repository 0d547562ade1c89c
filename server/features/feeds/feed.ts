/** A feed in the terms that all formats share. */
export type Feed = {
  /** Never changes, whatever the feed is called. */
  id: string;
  title: string;
  description: string;
  /** The page whose content the feed has. */
  pageUrl: string;
  /** Of the latest change in the feed. */
  updatedAt: Date;
  items: FeedItem[];
};

export type FeedItem = {
  /** Never changes, also if the title or the address does. */
  id: string;
  title: string;
  url: string;
  /** Plain text. */
  summary: string;
  /** The full text as HTML with absolute addresses; null if the feed would become too large. */
  html: string | null;
  author: { name: string; url: string };
  category: string | null;
  image: FeedImage | null;
  publishedAt: Date;
  updatedAt: Date;
  /** The feed of the comments. */
  commentsUrl: string | null;
};

export type FeedImage = { url: string; type: string; width: number; height: number };

export const maxFeedPosts = 20;
export const maxFeedComments = 50;
/** Stored HTML of the full texts in one feed; items beyond it have a summary only. */
export const maxFeedBytes = 1024 * 1024;

/** Дзен takes new posts only, with a text of at least so many characters. */
export const dzenAgeMs = 3 * 24 * 3_600_000;
export const dzenMaxPosts = 500;
export const dzenMinCharacters = 300;

/** A tag URI (RFC 4151), which stays the same when a slug changes. */
export const tagUri = (publicUrl: string, name: string): string =>
  `tag:${new URL(publicUrl).hostname},2026:${name}`;

export const latestOf = (items: FeedItem[], fallback: Date): Date =>
  items.length === 0 ? fallback : new Date(Math.max(...items.map(({ updatedAt }) => updatedAt.getTime())));
