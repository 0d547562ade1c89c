import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Endpoint, isWrite } from '#contract/endpoint.ts';
import { endpoints } from '#contract/index.ts';
import { createReadinessProbe } from '#server/platform/db/readiness.ts';
import { hasActiveWorkerQuery } from '#server/platform/jobs/worker-locks.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

let app: TestApp;
let reader: TestUser;
let seconds: number | undefined;

beforeAll(async () => {
  const readiness = { isReady: () => true, isStopping: () => false, maintenanceSeconds: () => seconds };
  app = await createTestApp({ readiness });
  reader = await app.createUser();
});
afterAll(() => app.stop());

async function query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: app.ownerUrl });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

it('refuses every operation that writes, with its own code and Retry-After, and serves the others', async () => {
  seconds = 120;
  const outcomes: Record<string, boolean> = {};
  for (const endpoint of Object.values<Endpoint>(endpoints)) {
    const { id, method, path } = endpoint;
    const url = path.replace(/\{\w+\}/g, '1');
    const headers = { authorization: `Bearer ${reader.access}` };
    const response = await fetch(app.origin + url, { method, headers });
    const body = (await response.json().catch(() => null)) as { code?: string } | null;
    const isRefused = response.status === 503 && body?.code === 'maintenance';
    if (isRefused) expect(response.headers.get('retry-after')).toBe('120');
    outcomes[id] = isRefused === isWrite(endpoint);
  }
  expect(Object.entries(outcomes).filter(([, isRight]) => !isRight)).toEqual([]);
  seconds = undefined;
});

it('shows a page to the senders of forms', async () => {
  seconds = 60;
  const response = await fetch(`${app.origin}/checkout/x`, { method: 'POST' });
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '60']);
  expect(await response.text()).toContain('<h1>Сайт временно недоступен</h1>');
  expect((await fetch(`${app.origin}/healthz`)).status).toBe(200);
  seconds = undefined;
});

it('is noticed by the probe of every process, which stays ready', async () => {
  const changes: boolean[] = [];
  const probe = createReadinessProbe({
    url: app.databaseUrl,
    onMaintenance: (isOn) => changes.push(isOn),
    probeTimeout: () => new Promise(() => undefined),
  });
  try {
    await probe.firstResult;
    expect(probe.maintenanceSeconds()).toBeUndefined();
    await query('insert into maintenance (retry_after_seconds) values (600)');
    await expect.poll(() => probe.maintenanceSeconds()).toBe(600);
    expect(probe.isReady()).toBe(true);
    await query('delete from maintenance');
    await expect.poll(() => probe.maintenanceSeconds()).toBeUndefined();
    expect(changes).toEqual([true, false]);
  } finally {
    await probe.stop();
  }
});

it('lets jobs wait, also those of a process that starts meanwhile', async () => {
  const isWorking = async () => (await query<{ has_active_worker: boolean }>(hasActiveWorkerQuery))[0];
  const waiting = async () =>
    (await query<{ count: string }>("select count(*) from graphile_worker.jobs where key = 'probe'"))[0];
  const jobs = { isOnlyProcess: false };
  await app.pauseJobs(true);
  await app.startJobs(app.databaseUrl, jobs);
  await query(
    `select graphile_worker.add_job('platform.sweep', '{}', job_key => 'probe', job_key_mode => 'replace')`,
  );
  expect([await isWorking(), await waiting()]).toEqual([{ has_active_worker: false }, { count: '1' }]);
  await app.pauseJobs(false);
  await expect.poll(waiting).toEqual({ count: '0' });
  await app.pauseJobs(true);
  await expect.poll(isWorking).toEqual({ has_active_worker: false });
});
