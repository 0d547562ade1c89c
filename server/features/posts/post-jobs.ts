import type { JobHandler } from '#server/platform/jobs/jobs.ts';
import type { PostAnalysis } from './post-analysis-service.ts';
import { type PostRenderer, renderOutdatedJob } from './post-render-service.ts';
import type { PostSchedule } from './post-schedule-service.ts';
import type { PostStatsService } from './post-stats-service.ts';
import type { PostSweep } from './post-sweep-service.ts';

/** Publication times have a resolution of one minute, so due posts are published every minute. */
export const postJobs = (
  renderer: PostRenderer,
  { publishDuePosts }: PostSchedule,
  { sweep }: PostSweep,
  stats: Pick<PostStatsService, 'movePeriods' | 'sweep'>,
  analysis: Pick<PostAnalysis, 'jobs'>,
): JobHandler[] => [
  { name: 'posts.publish', cron: '* * * * *', run: publishDuePosts },
  {
    name: renderOutdatedJob,
    jobClass: 'heavy',
    cron: '7 * * * *',
    atStart: true,
    run: renderer.renderOutdated,
  },
  ...analysis.jobs,
  { name: 'posts.sweep', jobClass: 'heavy', cron: '27 * * * *', run: sweep },
  // A minute after midnight in Moscow.
  {
    name: 'posts.moveStatsPeriods',
    jobClass: 'heavy',
    cron: '1 21 * * *',
    atStart: true,
    run: stats.movePeriods,
  },
  { name: 'posts.sweepStats', jobClass: 'heavy', cron: '13 1 * * *', run: stats.sweep },
];
