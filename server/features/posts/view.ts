import { isbot } from 'isbot';
import type { Actor } from '#server/platform/actor.ts';

/** Who opened a post, and from where; without an origin the site itself did. */
export type Viewer = { actor: Actor; origin: { address: string; userAgent: string } | null };
/** The fields of a post that view counting needs. */
export type ViewedPost = { id: number; status: string; author: { id: number } };

/** API clients that people use by hand or in scripts. isbot classifies them as bots. */
const apiClients =
  /^(axios|curl|got|httpie|insomnia|newman|node|node-fetch|postmanruntime|python-(requests|httpx|urllib)|undici|wget)\b/i;

/** Whether a user agent is a web crawler, whose views are never counted. */
export const isCrawler = (userAgent: string): boolean => isbot(userAgent) && !apiClients.test(userAgent);

/** Whether a view counts for rankings: not by the author, not before publication, not by a bot or API client. */
export const countsForRanking = ({ status, author }: ViewedPost, { actor, origin }: Viewer): boolean =>
  origin !== null &&
  status === 'published' &&
  !(actor.kind === 'user' && actor.id === author.id) &&
  !isbot(origin.userAgent);
