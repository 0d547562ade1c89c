import type { EndpointId } from '#contract/paths.ts';

/** What the platform has to be told of the product to keep its answers. */
export type ShownTags = {
  /** Names what an answer to a guest shows; undefined where it must not be kept. */
  of(id: EndpointId, body: unknown): string[] | undefined;
  /** Whether answers of this operation are kept for callers without a token. */
  isKept(id: EndpointId): boolean;
};

/** When time alone changes what carries these tags, seen from that moment on; undefined for never. */
export type ChangesAt = (tags: string[], since: Date) => Promise<Date | undefined>;
