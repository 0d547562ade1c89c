import { domainToUnicode } from 'node:url';
import { isbot } from 'isbot';
import * as contract from '#contract/post-stats.ts';
import * as postStatsMessages from '#locales/ru/post-stats.ts';
import { noContent, type Operation, ok, operation } from '#server/platform/http/operation.ts';
import type { PostService } from './post-service.ts';
import { type PostStatsService, type Stats, sumDays } from './post-stats-service.ts';
import type { ViewCounter } from './view-counter.ts';
import { directSource, findSiteName, otherSource, siteSource, type ViewSource } from './view-source.ts';

type Deps = {
  posts: Pick<PostService, 'get' | 'getForEdit'>;
  stats: PostStatsService;
  views: Pick<ViewCounter, 'recordFinish'>;
};
type Period = (typeof contract.statsPeriods)[number] | undefined;

export function postStatsRoutes({ posts, stats, views }: Deps): Operation[] {
  return [
    operation(contract.finishPost, {
      handle: async ({ actor, params, origin }) => {
        const post = await posts.get(actor, params.slug);
        if (origin && !isbot(origin.userAgent)) views.recordFinish(post, { actor, origin });
        return noContent();
      },
    }),
    operation(contract.getPostStats, {
      load: ({ actor, params }) => posts.getForEdit(actor, params.slug),
      handle: async ({ actor, query }, { id }) => {
        const found = await stats.findForPost({ id }, lengthOf(query.period));
        // Loaded again after pending views were written, so that the days never exceed the total.
        const post = await posts.get(actor, String(id));
        return ok({
          post: {
            id: post.id,
            title: post.title,
            slug: post.slug,
            created_at: post.createdAt.toISOString(),
          },
          ...presentStats(found, post.viewsCount),
        });
      },
    }),
    operation(contract.getMyPostStats, {
      handle: async ({ actor, query }) => {
        const {
          posts: mostViewed,
          allViews,
          ...found
        } = await stats.findForAuthor(actor.id, lengthOf(query.period));
        return ok({ ...presentStats(found, allViews), posts: mostViewed });
      },
    }),
  ];
}

const lengths = { '7': 7, '30': 30, '90': 90 } as const;
const lengthOf = (period: Period) => lengths[period ?? contract.defaultStatsPeriod];

function presentStats({ range, length, days, sources, previous, storedDays }: Stats, allViews: number) {
  return {
    period: { ...range, days: length },
    views_count: allViews,
    ...sumDays(days),
    previous,
    days: days.map(({ day, ...sums }) => ({ date: day, ...sums })),
    sources: sources.map(({ source, views }) => ({ source, name: nameOf(source), views })),
    stored_days: storedDays,
  };
}

const sourceNames: Record<string, string> = {
  [directSource]: postStatsMessages.direct,
  [siteSource]: postStatsMessages.site,
  [otherSource]: postStatsMessages.other,
};

/** The name of a source for readers; a host with Cyrillic letters as it is written. */
const nameOf = (source: ViewSource): string =>
  sourceNames[source] ?? findSiteName(source) ?? (domainToUnicode(source) || source);
