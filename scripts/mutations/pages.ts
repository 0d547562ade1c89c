import type { Mutation } from '../mutations.ts';

const site = 'server/platform/ssr/site.ts';
const discussions = 'server/features/comments';

/** Safeguards of pages, caches, lists and rankings against load from one address. */
export const pageMutations: Mutation[] = [
  {
    safeguard: 'pages: rate limit of rendering by address',
    file: site,
    from: "await options.limits.take('page', network);",
    to: '',
    project: 'api',
    testFile: 'tests/page-limits.api.test.ts',
    test: 'is refused beyond the limit of an IP address',
  },
  {
    safeguard: 'pages: searches share the rate limit of the API',
    file: site,
    from: "if (isExpensive) await options.limits.take('search', network);",
    to: '',
    project: 'api',
    testFile: 'tests/page-limits.api.test.ts',
    test: 'uses the same limit as',
  },
  {
    safeguard: 'pages: query values are normalised in the cache key',
    file: 'web/shell/page-url.ts',
    from: "const value = normalise(searchParams.get(name) ?? '');",
    to: "const value = searchParams.get(name) ?? '';",
    project: 'api',
    testFile: 'tests/page-limits.api.test.ts',
    test: 'of /posts ignores parameters',
  },
  {
    safeguard: 'cache: responses requested once evict only each other',
    file: 'server/platform/cache/response-store.ts',
    from: 'segment = popular.has(key) ? popular : probation',
    to: 'segment = popular',
    project: 'unit',
    testFile: 'server/platform/cache/response-cache.test.ts',
    test: 'keeps responses requested twice',
  },
  {
    safeguard: 'lists: an ordering has at most four fields',
    file: 'contract/query.ts',
    from: 'if (selected.size === maxOrderingFields) break;',
    to: '',
    project: 'unit',
    testFile: 'contract/query.test.ts',
    test: 'keeps at most four of thousands',
  },
  {
    safeguard: 'database: the compiled query cache is bounded',
    file: 'server/platform/db/compiled-query-cache.ts',
    from: '({ max: maxCachedShapes })',
    to: '({ max: maxCachedShapes * 10 })',
    project: 'unit',
    testFile: 'server/platform/db/compiled-query-cache.test.ts',
    test: 'evicts the least recently used shapes',
  },
  {
    safeguard: 'comments: a page of a discussion is bounded in bytes',
    file: `${discussions}/discussion-store.ts`,
    from: '(measured.bytes <= $' + '{bytes} or measured.position = 1)',
    to: '($' + '{bytes} > 0)',
    project: 'api',
    testFile: `${discussions}/discussion-pagination.api.test.ts`,
    test: 'has a limit in bytes per page',
  },
  {
    safeguard: 'rankings: drafts do not count',
    file: 'server/features/posts/view.ts',
    from: "status === 'published' &&",
    to: "status !== '' &&",
    project: 'api',
    testFile: 'server/features/posts/view-rankings.api.test.ts',
    test: 'leaves the views of the author',
  },
  {
    safeguard: 'rankings: counted guests of one network are limited',
    file: 'server/platform/rate-limits/buckets.ts',
    from: 'viewNetwork: { burst: 10,',
    to: 'viewNetwork: { burst: 1_000,',
    project: 'unit',
    testFile: 'server/features/posts/view-counter.test.ts',
    test: 'counts ten guests of one network',
  },
];
