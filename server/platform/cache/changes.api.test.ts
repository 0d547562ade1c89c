import { queryObjects } from 'node:v8';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { silentLog } from '#server/platform/log.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { hearChanges } from './changes.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.stop());

/** The number of live promises after a garbage collection. */
const promisesAlive = () => queryObjects(Promise, { format: 'count' });

it('retains no promise of an answered ping', async () => {
  const { promise: heard, resolve: hear } = Promise.withResolvers<void>();
  const changes = hearChanges({
    url: app.databaseUrl,
    log: silentLog,
    onChange: () => undefined,
    onHearing: (isHearing) => isHearing && hear(),
  });
  await heard;
  await changes.settled();
  const before = promisesAlive();
  for (let asked = 0; asked < 500; asked += 1) await changes.settled();
  expect(promisesAlive() - before).toBeLessThan(200);
  await changes.stop();
});
