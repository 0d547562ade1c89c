import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { buildSiteIfStale } from '../../scripts/build-site.ts';
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
  site = launchSite([process.execPath, 'server/main.ts'], {
    folder,
    port,
    env: { ...publicUrl, DATA_DIR: dataDir },
  });
  await waitUntilReady(port);
}

async function stop(): Promise<void> {
  if (site.child.exitCode !== null) return;
  site.child.kill('SIGTERM');
  await once(site.child, 'exit');
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
    timeout: 20_000,
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

beforeAll(async () => {
  buildSiteIfStale();
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
  await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(3));
});
afterAll(async () => {
  isWriting = false;
  await writing;
  await stop();
  rmSync(folder, { recursive: true, force: true });
});

it('runs the commands of docs/operations.md: a backup under writes, its verification and a restore', async () => {
  const before = acknowledged.length;
  const output = await runCommands(readCommands('docs/operations.md'), {
    replacements: {
      '/tmp/news-site-doctor.json': join(folder, 'doctor.json'),
      '/root/news-site.key': join(folder, 'news-site.key'),
      '/var/backups/news-site': join(folder, 'backups'),
      '/var/lib/news-site/restored': join(folder, 'restored'),
    },
    env,
  });
  expect(output).toContain('все таблицы и картинки совпадают');
  expect(output).toContain('Сайт восстановлен');
  expect(readdirSync(join(folder, 'backups'))).toEqual([expect.stringMatching(/^news-site-.*Z\.backup$/)]);
  backedUp = acknowledged.slice(0, before);
});

it('restores every acknowledged write, the pictures, the payment and the session after the site was destroyed', async () => {
  isWriting = false;
  await writing;
  await stop();
  rmSync(join(folder, 'data'), { recursive: true });
  await launch(join(folder, 'restored'));
  const mine = await call('/api/v1/posts/my-posts/?page_size=100', undefined, reader.access);
  expect(mine.status).toBe(200);
  const titles = mine.body.results.map((post: { title: string }) => post.title);
  expect(titles).toEqual(expect.arrayContaining(backedUp));
  expect((await readPayment()).body.status).toBe('succeeded');
  const refreshed = await call('/api/v1/auth/token/refresh/', { refresh: reader.refresh });
  expect(refreshed.status).toBe(200);
  const posts = await call('/api/v1/posts/?page_size=100');
  const images = posts.body.results.flatMap(({ image }: { image: string | null }) => image ?? []);
  expect(images.length).toBeGreaterThan(5);
  for (const image of images) {
    const response = await fetch(new URL(new URL(image).pathname, `http://localhost:${port}`));
    expect([image, response.status]).toEqual([image, 200]);
    await response.arrayBuffer();
  }
  expect(existsSync(join(folder, 'data'))).toBe(false);
});
