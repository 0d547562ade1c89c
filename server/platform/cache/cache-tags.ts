import type { EndpointId } from '#contract/paths.ts';

/** What the product defines for the cache of the platform. */
export type CacheTags = {
  /** The tags of the content of a response to a guest; undefined if it must not be cached. */
  tagsOf(id: EndpointId, body: unknown): string[] | undefined;
  /** Whether responses of this operation are cached for callers without a token. */
  isCacheable(id: EndpointId): boolean;
};

/** The next time after `since` at which content with these tags changes without a write; undefined if it never does. */
export type NextChangeAt = (tags: string[], since: Date) => Promise<Date | undefined>;
