import { route } from '#contract/paths.ts';
import type { Load } from './measure.ts';
import type { Baseline, Measured } from './processes.ts';
import { statementsOf } from './statements.ts';
import type { World } from './world.ts';

export type Visitor = { access: string; email: string; password: string };
type Stage = { world: World; site: Measured; visitor: Visitor };

export type Scenario = {
  name: string;
  /** Whether the response cache for guests is on. */
  isCached: boolean;
  load(stage: Stage): Load;
  baseline?(stage: Stage): Promise<Baseline> | Baseline;
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

const pages: Array<[name: string, path: (world: World) => string]> = [
  ['home', () => '/'],
  ['list', () => '/posts'],
  ['post', ({ postSlug }) => `/posts/${postSlug}`],
  ['category', ({ categorySlug }) => `/categories/${categorySlug}`],
];

const pageScenarios = pages.flatMap(([name, pathOf]): Scenario[] => [
  {
    name: `${name}-cached`,
    isCached: true,
    load: ({ world }) => ({ path: pathOf(world) }),
    baseline: ({ world, site }) => sameBytes(site, pathOf(world)),
    budget: budgets.bytes,
  },
  {
    name: `${name}-uncached`,
    isCached: false,
    load: ({ world }) => ({ path: pathOf(world) }),
    baseline: ({ world, site }) => ({ kind: 'render', path: pathOf(world), origin: site.origin }),
    budget: budgets.render,
  },
]);

const listOf = (name: string, search: (world: World) => string, budget?: number): Scenario => ({
  name,
  isCached: false,
  load: ({ world }) => ({ path: api('listPosts', {}, search(world)) }),
  baseline: ({ world }) => sameStatements(world, api('listPosts', {}, search(world))),
  ...(budget !== undefined && { budget }),
});

export const scenarios: Scenario[] = [
  ...pageScenarios,
  {
    name: 'api-list-cached',
    isCached: true,
    load: () => ({ path: api('listPosts') }),
    baseline: ({ site }) => sameBytes(site, api('listPosts')),
    budget: budgets.bytes,
  },
  listOf('api-list-uncached', () => '', budgets.query),
  listOf('api-page-100', ({ lastPage }) => `?page=${Math.min(100, lastPage)}`),
  listOf('api-page-10000', ({ lastPage }) => `?page=${Math.min(10_000, lastPage)}`),
  listOf('search-common', ({ commonWord }) => `?search=${encodeURIComponent(commonWord)}`),
  listOf('search-rare', ({ rareWord }) => `?search=${encodeURIComponent(rareWord)}`),
  {
    name: 'discussion',
    isCached: false,
    connections: 2,
    load: ({ world }) => ({ path: discussion(world) }),
    baseline: ({ world }) => sameStatements(world, discussion(world)),
  },
  {
    name: 'login',
    isCached: false,
    connections: 2,
    load: ({ visitor: { email, password } }) => posted(api('login'), { email, password }),
  },
  {
    name: 'comment',
    isCached: true,
    load: ({ world, visitor }) => commentOn(world.discussedId, visitor),
  },
  {
    name: 'mixed',
    isCached: true,
    load: (stage) => mixedTraffic(stage),
  },
];

const discussion = ({ discussedId }: World): string => api('listPostComments', { postId: discussedId });

const commentOn = (post: number, { access }: Visitor): Load =>
  posted(api('createComment'), { post, content: 'Слово в обсуждении.' }, access);

const readsOfAWrite = 19;

/** Nineteen reads for each write. The write invalidates cached responses, so the following reads render them again. */
export function mixedTraffic({ world, visitor }: Pick<Stage, 'world' | 'visitor'>): Load {
  const requests = world.talkedAbout.flatMap(({ id, slug }) => {
    const paths = [...pages.map(([, pathOf]) => pathOf(world)), `/posts/${slug}`, api('listPosts')];
    const reads = Array.from({ length: readsOfAWrite }, (_, index) => ({
      method: 'GET' as const,
      path: paths[index % paths.length] as string,
    }));
    const { path, method = 'POST', headers = {}, body = '' } = commentOn(id, visitor);
    return [...reads, { path, method, headers, body }];
  });
  return { path: '/', requests };
}

const posted = (path: string, body: object, access?: string): Load => ({
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
async function sameBytes({ origin }: Measured, path: string): Promise<Baseline> {
  const response = await fetch(origin + path, { headers: { 'accept-encoding': 'identity' } });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  const left = ['connection', 'keep-alive', 'transfer-encoding', 'date', 'server-timing'];
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !left.includes(name)));
  return { kind: 'bytes', body: Buffer.from(await response.arrayBuffer()).toString('base64'), headers };
}

async function sameStatements({ databaseUrl }: World, path: string): Promise<Baseline> {
  return { kind: 'query', databaseUrl, statements: await statementsOf(databaseUrl, path) };
}
