import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { DiscussionOrder } from '#contract/query.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { useHash } from '#web/ui/use-hash.ts';
import { collectIds, type Discussion, partSize, requestedCount, toDiscussion } from './thread.ts';

/** The number of comments and the target comment that the URL requests. */
export function useRequestedRange(): { limit: number; target: number | null } {
  const [query] = useSearchParams();
  const target = /^#comment-([1-9]\d{0,14})$/.exec(useHash())?.[1];
  return { limit: requestedCount(query), target: target === undefined ? null : Number(target) };
}

type ShownPart = {
  discussion: Discussion /** Whether the discussion has no such comment as the URL names. */;
  isTargetGone: boolean;
};

/**
 * The part of the discussion that came with the page, completed when the URL requests more. When this part does not
 * contain the target comment of the URL, it returns the part that begins with the target.
 */
export function useDiscussionPart(postId: number, initial: Discussion): ShownPart {
  const { limit, target } = useRequestedRange();
  const { key } = useLocation();
  const [fullPart, setFullPart] = useState<Discussion | null>(null);
  const [targetPart, setTargetPart] = useState<{ target: number; part: Discussion } | null>(null);
  const { startsAt, order } = initial;
  const isSamePart =
    fullPart !== null && fullPart.startsAt === initial.startsAt && fullPart.order === initial.order;
  const part = !initial.isWhole && isSamePart ? fullPart : initial;
  const ids = collectIds(part.comments);
  const lacksTarget = target !== null && !ids.has(target);
  const found = targetPart?.part.order === order ? targetPart : null;
  const isFound = found !== null && target !== null && collectIds(found.part.comments).has(target);
  const needsFullPart = !part.isWhole && (ids.size < limit || lacksTarget);
  const needsTargetPart = part.isWhole && lacksTarget && !isFound && found?.target !== target;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry after a failure creates a new history entry
  useEffect(() => {
    if (!needsFullPart) return;
    loadPart(postId, { order, after: startsAt ?? undefined })
      .then((all) => setFullPart(toDiscussion(all, { order, startsAt })))
      // A toast has shown the failure.
      .catch(() => undefined);
  }, [needsFullPart, key, order, startsAt, postId]);

  useEffect(() => {
    if (!needsTargetPart || target === null) return;
    loadPart(postId, { order, from: target })
      .then((found) => setTargetPart({ target, part: toDiscussion(found, { order, startsAt: target }) }))
      .catch(() => undefined);
  }, [needsTargetPart, target, order, postId]);

  return {
    discussion: lacksTarget && isFound ? found.part : part,
    isTargetGone: lacksTarget && !isFound && found?.target === target,
  };
}

const loadPart = (
  postId: number,
  position: { order: DiscussionOrder; after?: number | undefined; from?: number },
) =>
  getBrowserClient().api.call('listPostComments', {
    params: { postId: String(postId) },
    query: { limit: partSize, ...position },
  });
