import type { Sabotage } from '../sabotages.ts';

const site = 'server/platform/ssr/site.ts';
const discussions = 'server/features/comments';

/** Safeguards of pages, caches, lists and rankings against load from one address. */
export const pageSabotages: Sabotage[] = [
  {
    net: 'pages: rate limit of rendering by address',
    file: site,
    from: "await parts.limits.take('page', network);",
    to: '',
    project: 'api',
    testFile: 'tests/page-limits.api.test.ts',
    test: 'is refused beyond the limit of an IP address',
  },
  {
    net: 'pages: searches share the rate limit of the API',
    file: site,
    from: "if (isCostly) await parts.limits.take('search', network);",
    to: '',
    project: 'api',
    testFile: 'tests/page-limits.api.test.ts',
    test: 'uses the same limit as',
  },
  {
    net: 'pages: query values are normalised in the cache key',
    file: 'web/shell/page-address.ts',
    from: "const value = normalise(searchParams.get(name) ?? '');",
    to: "const value = searchParams.get(name) ?? '';",
    project: 'api',
    testFile: 'tests/page-limits.api.test.ts',
    test: 'of /posts ignores parameters',
  },
  {
    net: 'cache: responses requested once evict only each other',
    file: 'server/platform/cache/answer-cache.ts',
    from: 'segment = popular.has(key) ? popular : probation',
    to: 'segment = popular',
    project: 'unit',
    testFile: 'server/platform/cache/answer-cache.test.ts',
    test: 'keeps responses requested twice',
  },
  {
    net: 'lists: an ordering has at most four fields',
    file: 'contract/query.ts',
    from: 'if (kept.size === maxOrderingFields) break;',
    to: '',
    project: 'unit',
    testFile: 'contract/query.test.ts',
    test: 'keeps at most four of thousands',
  },
  {
    net: 'database: the compiled query cache is bounded',
    file: 'server/platform/db/prepared.ts',
    from: '({ max: rememberedShapes })',
    to: '({ max: rememberedShapes * 10 })',
    project: 'unit',
    testFile: 'server/platform/db/prepared.test.ts',
    test: 'evicts the least recently used shapes',
  },
  {
    net: 'comments: a page of a discussion is bounded in bytes',
    file: `${discussions}/discussion-store.ts`,
    from: '(part.bytes <= $' + '{bytes} or part.place = 1)',
    to: '($' + '{bytes} > 0)',
    project: 'api',
    testFile: `${discussions}/discussion-parts.api.test.ts`,
    test: 'has a limit in bytes per page',
  },
  {
    net: 'rankings: drafts do not count',
    file: 'server/features/posts/view.ts',
    from: "status === 'published' &&",
    to: "status !== '' &&",
    project: 'api',
    testFile: 'server/features/posts/view-rankings.api.test.ts',
    test: 'leaves the views of the author',
  },
  {
    net: 'rankings: counted guests of one network are limited',
    file: 'server/platform/rate-limits/buckets.ts',
    from: 'viewNetwork: { burst: 10,',
    to: 'viewNetwork: { burst: 1_000,',
    project: 'unit',
    testFile: 'server/features/posts/view-counter.test.ts',
    test: 'counts ten guests of one network',
  },
];
