import type { Accounts } from '#server/features/accounts/index.ts';
import type { Audit } from '#server/features/audit/index.ts';
import type { Categories } from '#server/features/categories/index.ts';
import type { Media } from '#server/features/media/index.ts';
import type { QuotaClaims } from '#server/features/quotas/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { Operation } from '#server/platform/http/operation.ts';
import type { JobHandler, Jobs } from '#server/platform/jobs/jobs.ts';
import type { Log } from '#server/platform/log.ts';
import type { Markdown } from '#server/platform/markdown/markdown.ts';
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts';
import type { TextJudgePort, TextModerationPort } from '#server/platform/text-moderation.ts';
import { correctionRoutes } from './correction-routes.ts';
import { createPostCorrections } from './correction-service.ts';
import { draftLinkRoutes } from './draft-link-routes.ts';
import { createDraftLinks } from './draft-link-service.ts';
import type { LeadRule } from './front-page.ts';
import { createFrontPages, type FrontPages } from './front-page-service.ts';
import type { DailyViews } from './pending-views.ts';
import { placementRoutes } from './placement-routes.ts';
import { createFrontPageLayouts } from './placement-service.ts';
import { createPostAnalysis } from './post-analysis-service.ts';
import { filterUsedPictures } from './post-content-store.ts';
import { createPostCounters } from './post-counter-service.ts';
import { postDraftRoutes } from './post-draft-routes.ts';
import { createPostDrafts } from './post-draft-service.ts';
import { type FeedPost, type FeedScope, listFeedPosts } from './post-feed-store.ts';
import { createPostFinder, type PostFinder } from './post-find-service.ts';
import { postJobs } from './post-jobs.ts';
import { createPostListService, type PostListService } from './post-list-service.ts';
import { postModerationRoutes } from './post-moderation-routes.ts';
import { createPostModeration, type PostModeration } from './post-moderation-service.ts';
import { createPostPins, type PostPins } from './post-pin-service.ts';
import { createPostRenderer } from './post-render-service.ts';
import { type CommentPort, postRoutes } from './post-routes.ts';
import { createPostSchedule } from './post-schedule-service.ts';
import { createPostSearch } from './post-search-service.ts';
import { createPostService, type PostPorts, type PostService } from './post-service.ts';
import * as sitemaps from './post-sitemap-store.ts';
import { postStatsRoutes } from './post-stats-routes.ts';
import { createPostStats } from './post-stats-service.ts';
import { listPublicIds } from './post-store.ts';
import { createPostSweep } from './post-sweep-service.ts';
import { revisionRoutes } from './revision-routes.ts';
import { createPostRevisions } from './revision-service.ts';
import { type ClaimView, createViewCounter } from './view-counter.ts';
import { createViewRanking } from './view-ranking.ts';
import { addViews, rankViews } from './view-store.ts';

export type { CopiedPlacement, CopiedState } from './copied-post-store.ts';
export type { LeadRule } from './front-page.ts';
export type { PinnedTitle } from './pin.ts';
export { canView, type MentionedPost, namesFor, type Post, type PostSummary } from './post.ts';
export type { PreparedPost } from './post-creation-service.ts';
export type { FeedPost, FeedScope } from './post-feed-store.ts';
export type { FoundPosts, PostSearchFilters } from './post-find-service.ts';
export type { TitleSuggestion } from './post-find-store.ts';
export type { PinnedPost } from './post-pin-service.ts';
export { presentListItem } from './post-presenter.ts';
export { sitemapPartSize } from './post-sitemap-store.ts';

export type Posts = PostService &
  PostListService &
  PostFinder &
  PostPins & {
    nextFrontPageChangeAt: FrontPages['nextFrontPageChangeAt'];
    operations: Operation[];
    jobs: JobHandler[];
    /** The newest public posts with their texts. */
    listForFeed(scope: FeedScope): Promise<FeedPost[]>;
    /** The public posts for sitemaps. */
    sitemaps: {
      listParts(): Promise<sitemaps.SitemapPart[]>;
      listPart(part: number, authorsBefore: Date): Promise<sitemaps.SitemapPosts>;
      listNew(options: { since: Date; authorsBefore: Date; limit: number }): Promise<sitemaps.SitemapPost[]>;
    };
    /** Filters the images that their owners use in posts or drafts. */
    filterUsedPictures(db: Db, mediaIds: number[]): Promise<number[]>;
    /** Renders all posts again that reference this image. */
    rerenderWithPicture(pictureId: number): Promise<void>;
    /** To call before an image is deleted: schedules rendering of the posts of other users that reference it. */
    releasePicture(tx: Db, pictureId: number): Promise<void>;
    hideIn: PostModeration['hideIn'];
    restoreIn: PostModeration['restoreIn'];
    lockWaiting: PostModeration['lockWaiting'];
    /** The newest published posts of an author. */
    listPublicIds(authorId: number, limit: number): Promise<number[]>;
    /** Updates the view rankings at once instead of once a minute. */
    rankViews(): Promise<void>;
    stop(): Promise<void>;
  };

type Deps = {
  audit: Audit;
  db: Db;
  clock: Clock;
  log: Log;
  accounts: Accounts;
  categories: Categories;
  media: Media;
  markdown: Markdown;
  limits: RateLimits;
  jobs: Jobs;
  quotas: Pick<QuotaClaims, 'checkText'>;
  ports: PostPorts & CommentPort & TextModerationPort & TextJudgePort;
  /** Set when several processes count views together. */
  claimView?: ClaimView | undefined;
  leadRule: LeadRule;
  /** How many days the statistics of authors are stored. */
  statsDays: number;
  publicUrl: string;
};

export function createPosts({ publicUrl, claimView, statsDays, ...deps }: Deps): Posts {
  const { db, clock, log, ports } = deps;
  const counters = createPostCounters(deps);
  const renderer = createPostRenderer(deps);
  const analysis = createPostAnalysis(deps);
  const posts = createPostService({ ...deps, counters, renderer, analysis });
  const drafts = createPostDrafts({ ...deps, posts });
  const search = createPostSearch({ db, clock });
  const lists = createPostListService({ ...deps, search });
  const frontPages = createFrontPages({ db, clock, leadRule: deps.leadRule, selections: lists });
  const write = (counted: readonly DailyViews[]) => addViews(db, counted);
  const views = createViewCounter({ clock, log, write, claim: claimView });
  const stats = createPostStats({ ...deps, views, storedDays: statsDays });
  const pins = createPostPins(deps);
  const refresh = async () => {
    await views.flush();
    await rankViews(db);
  };
  const moderation = createPostModeration({ ...deps, counters });
  const ranking = createViewRanking({ log, refresh });
  return {
    ...posts,
    ...lists,
    ...createPostFinder({ ...deps, search }),
    ...pins,
    hideIn: moderation.hideIn,
    restoreIn: moderation.restoreIn,
    lockWaiting: moderation.lockWaiting,
    listPublicIds: (authorId, limit) => listPublicIds(db, authorId, limit),
    nextFrontPageChangeAt: frontPages.nextFrontPageChangeAt,
    sitemaps: {
      listParts: () => sitemaps.listSitemapParts(db),
      listPart: (part, authorsBefore) => sitemaps.listSitemapPosts(db, { part, authorsBefore }),
      listNew: (options) => sitemaps.listNewPosts(db, options),
    },
    listForFeed: (scope) => listFeedPosts(db, scope),
    filterUsedPictures,
    rerenderWithPicture: renderer.rerenderWithPicture,
    releasePicture: renderer.releasePicture,
    jobs: postJobs(
      renderer,
      createPostSchedule({ ...deps, counters, analysis, renderer }),
      createPostSweep({ db, clock, log, posts }),
      stats,
      analysis,
    ),
    operations: [
      ...postRoutes({ posts, frontPages, drafts, lists, views, clock, ports, publicUrl }),
      ...placementRoutes({ layouts: createFrontPageLayouts({ ...deps, frontPages }), publicUrl }),
      ...postStatsRoutes({ posts, stats, views }),
      ...postDraftRoutes({ drafts, publicUrl }),
      ...draftLinkRoutes({ links: createDraftLinks({ ...deps, drafts, posts }), publicUrl }),
      ...correctionRoutes({ posts, corrections: createPostCorrections({ ...deps, counters }) }),
      ...revisionRoutes({ posts, revisions: createPostRevisions({ db }), publicUrl }),
      ...postModerationRoutes({
        moderation,
        lists,
        publicUrl,
      }),
    ],
    rankViews: refresh,
    async stop() {
      ranking.stop();
      await views.stop();
    },
  };
}
