import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTemporaryPostgres } from '#server/platform/db/embedded/start-temporary-postgres.ts';
import { buildSiteIfStale } from '../../scripts/build-site.ts';
import { createFakeS3, type FakeS3 } from '../support/fake-s3.ts';
import { hangLimitMs } from '../support/hang-limit.ts';
import { readCommands, runCommands } from '../support/run-page.ts';
import {
  createTempFolder,
  findFreePort,
  launchSite,
  type SiteProcess,
  waitUntilReady,
} from '../support/site-process.ts';

/** The restore drill: a site with purchases and pictures is backed up under writes, destroyed and restored. */
const password = 'TestPassword123!';
let folder: string;
let port: number;
let site: SiteProcess;
let env: Record<string, string>;
let reader: { access: string; refresh: string };
let paymentId: number;
let s3: FakeS3;
let server: Awaited<ReturnType<typeof startTemporaryPostgres>>;
let isWriting = true;
let writing: Promise<void>;
const acknowledged: string[] = [];
let backedUp: string[] = [];
const writePauseMs = 50;

// biome-ignore lint/suspicious/noExplicitAny: untyped JSON of the API.
async function call(path: string, body?: object, access?: string): Promise<{ status: number; body: any }> {
  const response = await fetch(`http://localhost:${port}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      'content-type': 'application/json',
      ...(access !== undefined && { authorization: `Bearer ${access}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

async function launch(dataDir: string): Promise<void> {
  port = await findFreePort();
  const publicUrl = { PUBLIC_URL: `http://localhost:${port}`, RATE_LIMIT_FACTOR: '0' };
  site = launchSite([process.execPath, 'scripts/start.ts'], {
    folder,
    port,
    env: { ...publicUrl, DATA_DIR: dataDir },
  });
  await waitUntilReady(port);
}

async function stop(): Promise<void> {
  site.child.kill('SIGTERM');
  await site.waitForExit();
}

async function buySubscription(): Promise<void> {
  const plans = await call('/api/v1/subscribe/plans/');
  const checkout = await call(
    '/api/v1/payment/create-checkout-session/',
    { subscription_plan_id: plans.body.results[0].id },
    reader.access,
  );
  paymentId = checkout.body.payment_id;
  const form = new URLSearchParams({ action: 'pay' });
  await fetch(checkout.body.checkout_url, { method: 'POST', body: form, redirect: 'manual' });
  await vi.waitFor(async () => expect((await readPayment()).body.status).toBe('succeeded'), {
    timeout: hangLimitMs,
  });
}

const readPayment = () => call(`/api/v1/payment/payments/${paymentId}/status/`, undefined, reader.access);

/** Writes posts, a few in each second, until it is told to stop, and remembers those that the site has acknowledged. */
async function keepWriting(): Promise<void> {
  while (isWriting) {
    const title = `Запись ${acknowledged.length + 1}`;
    const { status } = await call(
      '/api/v1/posts/',
      { title, content: 'Текст.', status: 'published' },
      reader.access,
    );
    if (status === 201) acknowledged.push(title);
    await sleep(writePauseMs);
  }
}

const bucketEnv = () => ({
  BACKUP_S3_ENDPOINT: s3.settings.endpoint,
  BACKUP_S3_REGION: s3.settings.region,
  BACKUP_S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
  BACKUP_S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
});

beforeAll(async () => {
  buildSiteIfStale();
  s3 = await createFakeS3();
  server = await startTemporaryPostgres();
  folder = createTempFolder('operations');
  mkdirSync(join(folder, 'backups'));
  env = { DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent' };
  await launch(join(folder, 'data'));
  const registered = await call('/api/v1/auth/register/', {
    username: 'chitatel',
    email: 'chitatel@example.com',
    password,
  });
  reader = registered.body;
  await buySubscription();
  writing = keepWriting();
  await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(3), { timeout: hangLimitMs });
});
afterAll(async () => {
  isWriting = false;
  await writing;
  await stop();
  await s3.stop();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('runs the commands of docs/operations.md: a backup under writes, its verification and a restore', async () => {
  const before = acknowledged.length;
  const output = await runCommands(readCommands('docs/operations.md'), {
    replacements: {
      '/tmp/news-site-doctor.json': join(folder, 'doctor.json'),
      '/root/news-site.key': join(folder, 'news-site.key'),
      '/var/backups/news-site': join(folder, 'backups'),
      's3://news-backups': 's3://pictures',
      'postgresql://news@db.example/news': server.migrationUrl,
      '/var/lib/news-site/restored': join(folder, 'restored'),
      '/root/news-site-export': join(folder, 'export'),
      '/root/news-site-tables': join(folder, 'tables'),
      '/root/news-site-copy': join(folder, 'copy'),
      '--username editor': '--username demo-staff',
    },
    env: { ...env, ...bucketEnv() },
  });
  expect(output).toContain('все таблицы и картинки совпадают');
  expect(output).toContain('Сайт восстановлен');
  const archives = readdirSync(join(folder, 'backups')).filter((name) => name.endsWith('.backup'));
  expect(archives).toEqual(
    expect.arrayContaining(['whole.backup', expect.stringMatching(/^news-site-.*Z\.backup$/)]),
  );
  expect([...s3.files.keys()].some((name) => name.startsWith('site/pictures/'))).toBe(true);
  backedUp = acknowledged.slice(0, before);
});

it('restores every acknowledged write, the pictures, the payment and the session after the site was destroyed', async () => {
  isWriting = false;
  await writing;
  await stop();
  rmSync(join(folder, 'data'), { recursive: true });
  await launch(join(folder, 'restored'));
  const titles: string[] = [];
  for (let page = 1, hasNext = true; hasNext; page += 1) {
    const mine = await call(`/api/v1/posts/my-posts/?page_size=100&page=${page}`, undefined, reader.access);
    expect(mine.status).toBe(200);
    for (const { title } of mine.body.results) titles.push(title);
    hasNext = mine.body.next !== null;
  }
  expect(titles).toEqual(expect.arrayContaining(backedUp));
  expect((await readPayment()).body.status).toBe('succeeded');
  const refreshed = await call('/api/v1/auth/token/refresh/', { refresh: reader.refresh });
  expect(refreshed.status).toBe(200);
  // The oldest, which are the demo articles.
  const posts = await call('/api/v1/posts/?page_size=100&ordering=created_at');
  const images = posts.body.results.flatMap(({ image }: { image: string | null }) => image ?? []);
  expect(images.length).toBeGreaterThan(5);
  for (const image of images) {
    const response = await fetch(new URL(new URL(image).pathname, `http://localhost:${port}`));
    expect([image, response.status]).toEqual([image, 200]);
    await response.arrayBuffer();
  }
  expect(existsSync(join(folder, 'data'))).toBe(false);
});
