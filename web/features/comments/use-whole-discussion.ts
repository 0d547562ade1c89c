import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { getBrowser } from '#web/api/browser.ts';
import { useHash } from '#web/ui/use-hash.ts';
import { askedCount, type Discussion, idsOf } from './thread.ts';

/** How many comments the address asks for, and which one it names. */
export function useAsked(): { limit: number; target: number | null } {
  const [query] = useSearchParams();
  const target = /^#comment-(\d{1,15})$/.exec(useHash())?.[1];
  return { limit: askedCount(query), target: target === undefined ? null : Number(target) };
}

/** The discussion that came with the page; all of it once the address asks for what that does not hold. */
export function useWholeDiscussion(postId: number, given: Discussion): Discussion {
  const { limit, target } = useAsked();
  const [whole, setWhole] = useState<Discussion | null>(null);
  const known = given.isWhole ? given : (whole ?? given);
  const isLacking = !known.isWhole && lacks(known, limit, target);
  // biome-ignore lint/correctness/useExhaustiveDependencies: Who asks for even more after a failure asks again.
  useEffect(() => {
    if (!isLacking) return;
    getBrowser()
      .api.call('listPostComments', { params: { postId: String(postId) } })
      // A failure has been told.
      .then((all) => setWhole({ ...all, isWhole: true }))
      .catch(() => undefined);
  }, [isLacking, limit, postId]);
  return known;
}

function lacks({ comments }: Discussion, limit: number, target: number | null): boolean {
  const ids = idsOf(comments);
  return ids.size < limit || (target !== null && !ids.has(target));
}
