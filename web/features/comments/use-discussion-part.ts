import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { getBrowser } from '#web/api/browser.ts';
import { useHash } from '#web/ui/use-hash.ts';
import { askedCount, type Discussion, idsOf, partLength, toDiscussion } from './thread.ts';

/** The number of comments and the target comment that the URL requests. */
export function useAsked(): { limit: number; target: number | null } {
  const [query] = useSearchParams();
  const target = /^#comment-(\d{1,15})$/.exec(useHash())?.[1];
  return { limit: askedCount(query), target: target === undefined ? null : Number(target) };
}

/**
 * The part of the discussion that came with the page, completed when the URL requests more. When this part does not
 * contain the target comment of the URL, it returns the part that begins with the target.
 */
export function useDiscussionPart(postId: number, given: Discussion): Discussion {
  const { limit, target } = useAsked();
  const { key } = useLocation();
  const [whole, setWhole] = useState<Discussion | null>(null);
  const [named, setNamed] = useState<{ target: number; part: Discussion } | null>(null);
  const isSamePart = whole !== null && whole.startsAt === given.startsAt;
  const part = !given.isWhole && isSamePart ? whole : given;
  const ids = idsOf(part.comments);
  const lacksTarget = target !== null && !ids.has(target);
  const isCut = !part.isWhole && (ids.size < limit || lacksTarget);
  const isElsewhere = part.isWhole && lacksTarget && named?.target !== target;
  const { startsAt } = given;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry after a failure creates a new history entry
  useEffect(() => {
    if (!isCut) return;
    loadPart(postId, { after: startsAt ?? undefined })
      .then((all) => setWhole(toDiscussion(all, startsAt)))
      // A toast has shown the failure.
      .catch(() => undefined);
  }, [isCut, key, startsAt, postId]);

  useEffect(() => {
    if (!isElsewhere || target === null) return;
    loadPart(postId, { from: target })
      .then((found) => setNamed({ target, part: toDiscussion(found, target) }))
      .catch(() => undefined);
  }, [isElsewhere, target, postId]);

  return lacksTarget && named?.target === target ? named.part : part;
}

const loadPart = (postId: number, place: { after?: number | undefined; from?: number }) =>
  getBrowser().api.call('listPostComments', {
    params: { postId: String(postId) },
    query: { limit: partLength, ...place },
  });
