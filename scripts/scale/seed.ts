import { once } from 'node:events';
import type { Writable } from 'node:stream';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { rendererVersion } from '#server/platform/markdown/renderer-version.ts';
import { withoutIndexes } from './indexes.ts';
import { planScale, type ScaleOptions, type ScalePlan } from './plan.ts';
import { createRandom, createSampler, type Random, zipfWeights } from './random.ts';
import { commentColumns, commentLines, copyLine, type FirstIds, postCells, postColumns } from './rows.ts';
import { fillSearchIndex } from './search-index.ts';
import { createTextGenerator, type TextGenerator } from './text-generator.ts';

export type SeedOptions = ScaleOptions & {
  /** URL of the role that owns the tables, since indexes are dropped and created. */
  url: string;
  /** Password hash of all accounts. Nobody should know the password. */
  passwordHash: string;
  onProgress?: (step: string, done: number, total: number) => void;
  /** Cancels the work and rolls it back. */
  signal?: AbortSignal;
};

export type Seeded = { posts: number; comments: number; accounts: number };

const categoryNames = [
  'Город',
  'Наука',
  'Культура',
  'Спорт',
  'Техника',
  'Экономика',
  'Путешествия',
  'История',
];
const bufferLength = 256 * 1024;
const pinnedAuthors = 200;
const subscribedMs = 50 * 365 * 24 * 3_600_000;
const loadedTables = ['posts', 'post_search_index', 'post_slugs', 'comments', 'post_stats'];
const allTables = [...loadedTables, 'accounts', 'categories', 'pins'];

/** Seeds the database in one transaction, which includes the indexes. */
export async function seedScale(options: SeedOptions): Promise<Seeded> {
  const client = new pg.Client({ connectionString: options.url, application_name: 'news-site seed' });
  await client.connect();
  try {
    await client.query(`set statement_timeout = 0; set idle_in_transaction_session_timeout = 0;
      set maintenance_work_mem = '512MB'; set synchronous_commit = off`);
    await client.query('begin');
    const seeded = await load(client, options);
    await client.query('commit');
    // Index-only scans work once the visibility map marks every page as all-visible.
    for (const table of [...loadedTables, 'accounts', 'search_words'])
      await client.query(`vacuum (freeze, analyze) ${table}`);
    return seeded;
  } finally {
    await client.end();
  }
}

/** Whether the database already has accounts or posts. */
export async function hasContent(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(
      'select exists (select from accounts) or exists (select from posts) as has',
    );
    return rows[0].has;
  } finally {
    await client.end();
  }
}

type Work = SeedOptions & {
  client: pg.Client;
  plan: ScalePlan;
  first: FirstIds;
  textGenerator: TextGenerator;
  random: Random;
  visibleCommentsOfPost: Int32Array;
  visibleCommentsOfAccount: Int32Array;
};

async function load(client: pg.Client, options: SeedOptions): Promise<Seeded> {
  const { posts, seed } = options;
  const plan = planScale(options);
  const random = createRandom(seed + 1);
  const work: Work = {
    ...options,
    client,
    plan,
    random,
    first: await firstIds(client),
    textGenerator: createTextGenerator(random),
    visibleCommentsOfPost: new Int32Array(posts),
    visibleCommentsOfAccount: new Int32Array(plan.accounts),
  };
  const comments = plan.commentsOf.reduce((sum, count) => sum + count, 0);
  // A counter row updated a million times in one transaction would leave a million row versions. The triggers are off,
  // and the counters are computed at the end.
  for (const table of allTables) await client.query(`alter table ${table} disable trigger user`);
  await withoutIndexes(client, loadedTables, options.onProgress, async () => {
    await copyComments(work, comments);
    await copyPosts(work);
    await fillSearchIndex({
      client,
      firstId: work.first.posts,
      posts,
      authorOf: (post) => {
        const author = plan.authorOf[post] as number;
        const [firstName, lastName] = nameOf(author);
        return `${firstName} ${lastName} ${usernameOf(work.first.accounts + author)}`;
      },
      onBatch: (done) => {
        options.signal?.throwIfAborted();
        options.onProgress?.('words', done, posts);
      },
    });
    options.onProgress?.('words', posts, posts);
    await fillSlugs(work);
    await copyStats(work);
    await copyAccounts(work);
    await copyCategories(work);
    await copyPins(work);
  });
  for (const table of allTables) await client.query(`alter table ${table} enable trigger user`);
  await client.query(refreshTotals);
  await client.query(refreshMonthlyCounts);
  await client.query(refreshUsage);
  await client.query(refreshAuthorViews);
  for (const table of ['accounts', 'categories', 'posts', 'comments'])
    await client.query(
      `select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`,
    );
  return { posts, comments, accounts: plan.accounts };
}

async function firstIds(client: pg.Client): Promise<FirstIds> {
  const next = (table: string) => `(select coalesce(max(id), 0) + 1 from ${table})::int as ${table}`;
  const tables = ['accounts', 'categories', 'posts', 'comments'];
  const { rows } = await client.query(`select ${tables.map(next).join(', ')}`);
  return rows[0];
}

/** Counts existing rows as well. */
export const refreshTotals = `
  update post_totals set published = counted.published, comments = counted.comments
  from (
    select shard, count(posts.id) as published, coalesce(sum(comments_count), 0) as comments
    from post_totals left join posts on posts.id % 16 = shard and status = 'published' group by shard
  ) as counted
  where counted.shard = post_totals.shard`;

const refreshAuthorViews = `
  insert into author_views (author_id, views)
  select author_id, sum(views) from posts join post_stats on post_id = id group by 1
  on conflict (author_id) do update set views = excluded.views`;

const refreshUsage = `
  delete from account_usage where kind in ('posts', 'comments');
  insert into account_usage (account_id, kind, items, bytes)
  select author_id, 'posts', count(*), sum(octet_length(title) + octet_length(content)) from posts group by 1
  union all
  select author_id, 'comments', count(*), sum(octet_length(content)) from comments group by 1`;

export const refreshMonthlyCounts = `
  delete from monthly_post_counts;
  insert into monthly_post_counts (category_id, month, shard, published)
  select coalesce(category_id, 0), date_trunc('month', created_at at time zone 'UTC'),
    case when category_id is null then id % 16 else 0 end, count(*)
  from posts where status = 'published' group by 1, 2, 3`;

/**
 * Uses COPY instead of INSERT … SELECT from generate_series: this process generates the words while the server, on the
 * other core, stems and stores them, and the same seed gives the same site on any machine.
 */
async function copy(
  { client, onProgress, signal }: Work,
  { target, step, total }: { target: string; step: string; total: number },
  lineOf: (index: number) => string,
): Promise<void> {
  const stream: Writable = client.query(copyFrom(`copy ${target} from stdin`));
  const end = once(stream, 'finish');
  // The awaiting code below reports a failure. Until then this handler prevents an unhandled rejection.
  end.catch(() => undefined);
  let buffer = '';
  for (let index = 0; index < total; index += 1) {
    buffer += lineOf(index);
    if (buffer.length < bufferLength) continue;
    signal?.throwIfAborted();
    onProgress?.(step, index, total);
    const isFull = !stream.write(buffer);
    buffer = '';
    // Also waits for `end`, which rejects when the server refuses a line.
    if (isFull) await Promise.race([once(stream, 'drain'), end]);
  }
  stream.end(buffer);
  await end;
  onProgress?.(step, total, total);
}

async function copyComments(work: Work, total: number): Promise<void> {
  const { plan, first, visibleCommentsOfPost, visibleCommentsOfAccount, now, random } = work;
  const drawAccount = createSampler(zipfWeights(plan.accounts, 0.8), random);
  let nextId = first.comments;
  const target = { target: `comments (${commentColumns})`, step: `comments (${total})`, total: work.posts };
  await copy(work, target, (post) => {
    const count = plan.commentsOf[post] as number;
    const firstId = nextId;
    nextId += count;
    return commentLines(first.posts + post, plan.createdAt[post] as number, firstId, count, {
      ...work,
      drawAccount,
      now: now.getTime(),
      onVisibleComment(author) {
        visibleCommentsOfPost[post] = (visibleCommentsOfPost[post] as number) + 1;
        visibleCommentsOfAccount[author] = (visibleCommentsOfAccount[author] as number) + 1;
      },
    });
  });
}

const copyPosts = (work: Work): Promise<void> =>
  copy(work, { target: `posts (${postColumns})`, step: 'posts', total: work.posts }, (post) =>
    copyLine(
      postCells(post, work.plan, {
        ...work,
        comments: work.visibleCommentsOfPost[post] as number,
        rendererVersion,
      }),
    ),
  );

const fillSlugs = ({ client, first }: Work): Promise<unknown> =>
  client.query(
    `insert into post_slugs (slug, post_id, was_public) select slug, id, status <> 'draft' from posts where id >= $1`,
    [first.posts],
  );

const copyStats = (work: Work): Promise<void> =>
  copy(
    work,
    { target: 'post_stats (post_id, views, reader_views, ranked_views)', step: 'views', total: work.posts },
    (post) => {
      const views = work.plan.viewsOf[post] as number;
      return copyLine([work.first.posts + post, views, views, views]);
    },
  );

const usernameOf = (id: number): string => `scale-${id}`;
const nameOf = (index: number): [string, string] => ['Автор', `№ ${index + 1}`];

async function copyAccounts(work: Work): Promise<void> {
  const { plan, first, visibleCommentsOfAccount, passwordHash, now } = work;
  const all = new Int32Array(plan.accounts);
  const published = new Int32Array(plan.accounts);
  plan.authorOf.forEach((author, post) => {
    all[author] = (all[author] as number) + 1;
    if (plan.statusOf[post] === 0) published[author] = (published[author] as number) + 1;
  });
  const until = new Date(now.getTime() + subscribedMs).toISOString();
  const columns =
    'id, username, username_key, email, email_key, password_hash, first_name, last_name, posts_count, ' +
    'published_posts_count, comments_count, subscriber_until';
  const target = { target: `accounts (${columns})`, step: 'accounts', total: plan.accounts };
  await copy(work, target, (index) => {
    const name = usernameOf(first.accounts + index);
    const address = `${name}@example.com`;
    const counts = [
      all[index] as number,
      published[index] as number,
      visibleCommentsOfAccount[index] as number,
    ];
    const isSubscriber = index < pinnedAuthors && index < plan.authors;
    return copyLine([
      first.accounts + index,
      ...[name, name, address, address, passwordHash, ...nameOf(index)],
      ...counts,
      isSubscriber ? until : null,
    ]);
  });
}

async function copyCategories(work: Work): Promise<void> {
  const { plan, first } = work;
  const published = new Int32Array(plan.categories);
  plan.categoryOf.forEach((category, post) => {
    if (category >= 0 && plan.statusOf[post] === 0) published[category] = (published[category] as number) + 1;
  });
  const target = {
    target: 'categories (id, name, slug, posts_count)',
    step: 'categories',
    total: plan.categories,
  };
  await copy(work, target, (index) => {
    const id = first.categories + index;
    return copyLine([
      id,
      `${categoryNames[index % categoryNames.length]} ${id}`,
      `scale-${id}`,
      published[index] as number,
    ]);
  });
}

/** Subscribers pin the latest of their published posts. */
async function copyPins(work: Work): Promise<void> {
  const { plan, first } = work;
  const latest = new Map<number, number>();
  plan.authorOf.forEach((author, post) => {
    if (author < pinnedAuthors && plan.statusOf[post] === 0) latest.set(author, post);
  });
  const pins = [...latest];
  const target = { target: 'pins (account_id, post_id, pinned_at)', step: 'pins', total: pins.length };
  await copy(work, target, (index) => {
    const [author, post] = pins[index] as [number, number];
    const pinnedAt = new Date(plan.createdAt[post] as number).toISOString();
    return copyLine([first.accounts + author, first.posts + post, pinnedAt]);
  });
}
