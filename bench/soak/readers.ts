import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Dataset } from '../dataset.ts';
import { type Account, type Client, createClient, logIn, openAccount, type SoakResponse } from './http.ts';

export type Outcome = { kind: string; status: number; ms: number };

const readersPerNetwork = 5;
/** Every fifth reader has an account and also writes. */
const readersPerWriter = 5;
const shortestPauseMs = 1_000;
const longestPauseMs = 5_000;
const accessLifetimeMs = 12 * 60_000;

const pick = <T>(values: readonly T[]): T => values[randomInt(values.length)] as T;

/**
 * Simulates readers with random pauses, five behind each address: pages, searches and views; writers also comment and
 * save a draft. Reports every response. Resolves after `signal` is aborted and the last pending request has finished.
 */
export async function runReaders(
  { port, dataset, count, signal }: { port: number; dataset: Dataset; count: number; signal: AbortSignal },
  report: (outcome: Outcome) => void,
): Promise<void> {
  const clients = Array.from({ length: Math.ceil(count / readersPerNetwork) }, (_, index) =>
    createClient(port, `127.0.1.${index + 1}`),
  );
  const readers = Array.from({ length: count }, (_, index) => {
    const client = clients[Math.floor(index / readersPerNetwork)] as Client;
    return simulateReader({
      client,
      dataset,
      signal,
      report,
      name: `reader-${index}`,
      writes: index % readersPerWriter === 0,
    });
  });
  await Promise.all(readers);
  for (const client of clients) client.close();
}

type Reader = {
  client: Client;
  dataset: Dataset;
  signal: AbortSignal;
  report: (outcome: Outcome) => void;
  name: string;
  writes: boolean;
};

async function simulateReader({ client, dataset, signal, report, name, writes }: Reader): Promise<void> {
  const reportResponse = (kind: string, { status, ms }: SoakResponse) => report({ kind, status, ms });
  let account: Account | undefined;
  let renewAt = 0;
  const pause = () =>
    sleep(randomInt(shortestPauseMs, longestPauseMs), undefined, { signal }).catch(() => undefined);
  await pause();
  while (!signal.aborted) {
    if (writes && Date.now() > renewAt) {
      account ??= await openAccount(client, name);
      const access = account && (await logIn(client, account));
      report({ kind: 'login', status: access ? 200 : 0, ms: 0 });
      if (account && access) account = { ...account, access };
      renewAt = Date.now() + accessLifetimeMs;
    }
    const post = pick(dataset.discussedPosts);
    const pages = [
      '/',
      '/posts',
      `/posts/${post.slug}`,
      `/categories/${dataset.categorySlug}`,
      `/posts?page=${randomInt(1, 6)}`,
    ];
    reportResponse('page', await client.send({ path: pick(pages) }));
    if (randomInt(4) === 0)
      reportResponse('view', await client.send({ method: 'POST', path: `/api/v1/posts/${post.slug}/view/` }));
    if (randomInt(20) === 0)
      reportResponse(
        'search',
        await client.send({ path: `/posts?search=${encodeURIComponent(dataset.rareWord)}` }),
      );
    if (account && randomInt(10) === 0)
      reportResponse(
        'comment',
        await client.json(
          'POST',
          '/api/v1/comments/',
          { post: post.id, content: `Согласен с автором, ${Date.now()}.` },
          account.access,
        ),
      );
    if (account && randomInt(4) === 0)
      reportResponse(
        'draft',
        await client.json(
          'PUT',
          `/api/v1/posts/drafts/${draftKey(name)}/`,
          { title: 'Заметка', content: `Текст, который пишется: ${Date.now()}.`, writer: name },
          account.access,
        ),
      );
    await pause();
  }
}

/** One key for each reader, so that all saves go to one draft. */
const draftKey = (name: string): string => `new-${Buffer.from(name).toString('hex').padStart(32, '0')}`;
