import { route } from '#contract/paths.ts';
import type { Dataset } from './dataset.ts';
import type { Load } from './measure.ts';
import type { Baseline, MeasuredProcess } from './processes.ts';
import { recordStatements } from './statements.ts';

export type Visitor = { access: string; email: string; password: string };
type BenchSite = { dataset: Dataset; site: MeasuredProcess; visitor: Visitor };

export type Scenario = {
  name: string;
  /** Whether the response cache for guests is on. */
  isCached: boolean;
  load(benchSite: BenchSite): Load;
  baseline?(benchSite: BenchSite): Promise<Baseline> | Baseline;
  /** Upper limit for the CPU time of a request, as a multiple of the baseline (docs/performance.md). */
  budget?: number;
  connections?: number;
};

/**
 * At least 0.7 of the throughput of a plain server and 0.5 of a plain query; at most 2.5 times the cost of a plain
 * render.
 */
const budgets = { bytes: 1 / 0.7, query: 2, render: 2.5 };
const api = (id: Parameters<typeof route>[0], params: Record<string, string | number> = {}, search = '') =>
  route(id).path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name]))) +
  search;

const pages: Array<[name: string, path: (dataset: Dataset) => string]> = [
  ['home', () => '/'],
  ['list', () => '/posts'],
  ['post', ({ postSlug }) => `/posts/${postSlug}`],
  ['category', ({ categorySlug }) => `/categories/${categorySlug}`],
];

const pageScenarios = pages.flatMap(([name, getPath]): Scenario[] => [
  {
    name: `${name}-cached`,
    isCached: true,
    load: ({ dataset }) => ({ path: getPath(dataset) }),
    baseline: ({ dataset, site }) => bytesBaseline(site, getPath(dataset)),
    budget: budgets.bytes,
  },
  {
    name: `${name}-uncached`,
    isCached: false,
    load: ({ dataset }) => ({ path: getPath(dataset) }),
    baseline: ({ dataset, site }) => ({ kind: 'render', path: getPath(dataset), origin: site.origin }),
    budget: budgets.render,
  },
]);

const listScenario = (name: string, search: (dataset: Dataset) => string, budget?: number): Scenario =>
  queryScenario(name, (dataset) => api('listPosts', {}, search(dataset)), budget);

const queryScenario = (name: string, path: (dataset: Dataset) => string, budget?: number): Scenario => ({
  name,
  isCached: false,
  load: ({ dataset }) => ({ path: path(dataset) }),
  baseline: ({ dataset }) => queryBaseline(dataset, path(dataset)),
  ...(budget !== undefined && { budget }),
});

/** The path of a search, best results first. */
export const ranked = (query: string): string =>
  api('listPosts', {}, `?ordering=relevance&search=${encodeURIComponent(query)}`);

/** The searches of readers, best results first; also measured on sites of growing size. */
export const readerSearches: Record<string, (dataset: Dataset) => string> = {
  'search-ranked-rare': ({ rareWord }) => ranked(rareWord),
  'search-ranked-common': ({ frequentWord }) => ranked(frequentWord),
  'search-ranked-two': ({ frequentWord, scarceWord }) => ranked(`${frequentWord} ${scarceWord}`),
  'search-ranked-typo': ({ misspeltWord }) => ranked(misspeltWord),
  'search-suggestions': ({ frequentWord }) =>
    api('suggestSearch', {}, `?text=${encodeURIComponent(frequentWord.slice(0, 3))}`),
};

/** A response without a budget: nothing plain does the same. */
const documentScenario = (name: string, path: string): Scenario => ({
  name,
  isCached: false,
  connections: 2,
  load: () => ({ path }),
});

export const scenarios: Scenario[] = [
  ...pageScenarios,
  {
    name: 'api-list-cached',
    isCached: true,
    load: () => ({ path: api('listPosts') }),
    baseline: ({ site }) => bytesBaseline(site, api('listPosts')),
    budget: budgets.bytes,
  },
  listScenario('api-list-uncached', () => '', budgets.query),
  listScenario('api-page-100', ({ lastPage }) => `?page=${Math.min(100, lastPage)}`),
  listScenario('api-page-10000', ({ lastPage }) => `?page=${Math.min(10_000, lastPage)}`),
  documentScenario('sitemap-index', '/sitemap.xml'),
  documentScenario('sitemap-part', '/sitemap/posts-0.xml'),
  documentScenario('sitemap-news', '/sitemap/news.xml'),
  documentScenario('feed', '/rss.xml'),
  documentScenario('feed-dzen', '/rss/dzen.xml'),
  {
    ...documentScenario('card', ''),
    load: ({ dataset }) => ({ path: `/posts/${dataset.postSlug}/card.jpg` }),
  },
  listScenario('search-common', ({ commonWord }) => `?search=${encodeURIComponent(commonWord)}`),
  listScenario('search-rare', ({ rareWord }) => `?search=${encodeURIComponent(rareWord)}`),
  ...Object.entries(readerSearches).map(([name, path]) => queryScenario(name, path)),
  {
    name: 'discussion',
    isCached: false,
    connections: 2,
    load: ({ dataset }) => ({ path: discussionPath(dataset) }),
    baseline: ({ dataset }) => queryBaseline(dataset, discussionPath(dataset)),
  },
  {
    name: 'login',
    isCached: false,
    connections: 2,
    load: ({ visitor: { email, password } }) => jsonPost(api('login'), { email, password }),
  },
  {
    name: 'comment',
    isCached: true,
    load: ({ dataset, visitor }) => commentLoad(dataset.mostDiscussedPostId, visitor),
  },
  {
    name: 'mixed',
    isCached: true,
    load: (benchSite) => mixedTraffic(benchSite),
  },
];

const discussionPath = ({ mostDiscussedPostId }: Dataset): string =>
  api('listPostComments', { postId: mostDiscussedPostId });

const commentLoad = (post: number, { access }: Visitor): Load =>
  jsonPost(api('createComment'), { post, content: 'Слово в обсуждении.' }, access);

const readsPerWrite = 19;

/** Nineteen reads for each write. The write invalidates cached responses, so the following reads render them again. */
export function mixedTraffic({ dataset, visitor }: Pick<BenchSite, 'dataset' | 'visitor'>): Load {
  const requests = dataset.discussedPosts.flatMap(({ id, slug }) => {
    const paths = [...pages.map(([, getPath]) => getPath(dataset)), `/posts/${slug}`, api('listPosts')];
    const reads = Array.from({ length: readsPerWrite }, (_, index) => ({
      method: 'GET' as const,
      path: paths[index % paths.length] as string,
    }));
    const { path, method = 'POST', headers = {}, body = '' } = commentLoad(id, visitor);
    return [...reads, { path, method, headers, body }];
  });
  return { path: '/', requests };
}

const jsonPost = (path: string, body: object, access?: string): Load => ({
  path,
  method: 'POST',
  headers: {
    'content-type': 'application/json',
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
    ...(access && { authorization: `Bearer ${access}` }),
  },
  body: JSON.stringify(body),
});

/** The exact bytes that the site sends, with its headers except those of a single response or connection. */
async function bytesBaseline({ origin }: MeasuredProcess, path: string): Promise<Baseline> {
  const response = await fetch(origin + path, { headers: { 'accept-encoding': 'identity' } });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  const excludedHeaders = ['connection', 'keep-alive', 'transfer-encoding', 'date'];
  const headers = Object.fromEntries(
    [...response.headers].filter(([name]) => !excludedHeaders.includes(name)),
  );
  return { kind: 'bytes', body: Buffer.from(await response.arrayBuffer()).toString('base64'), headers };
}

async function queryBaseline({ databaseUrl }: Dataset, path: string): Promise<Baseline> {
  return { kind: 'query', databaseUrl, statements: await recordStatements(databaseUrl, path) };
}
