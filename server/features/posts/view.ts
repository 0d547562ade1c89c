import { isbot } from 'isbot';
import type { Actor } from '#server/platform/actor.ts';

/** Who opened a post, and from where; without an origin it is the site itself. */
export type Viewer = { actor: Actor; origin: { address: string; userAgent: string } | null };
/** What has to be known of a post to count its views. */
export type ViewedPost = { id: number; status: string; author: { id: number } };

/** Programs by which people call the API by hand or from scripts. isbot takes them for robots, as pages get them only from those. */
const apiClients =
  /^(axios|curl|got|httpie|insomnia|newman|node|node-fetch|postmanruntime|python-(requests|httpx|urllib)|undici|wget)\b/i;

/** Whether a name is that of a robot that walks the web: it reads for nobody and is not counted at all. */
export const isCrawler = (userAgent: string): boolean => isbot(userAgent) && !apiClients.test(userAgent);

/** Whether a view counts where posts are compared: not the author's own, none before publication, none of a program. */
export const countsForRanking = ({ status, author }: ViewedPost, { actor, origin }: Viewer): boolean =>
  origin !== null &&
  status === 'published' &&
  !(actor.kind === 'user' && actor.id === author.id) &&
  !isbot(origin.userAgent);
