import { queryObjects } from 'node:v8';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { silentLog } from '#server/platform/log.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { listenForChanges } from './change-listener.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.stop());

/** The number of live promises after a garbage collection. */
const countLivePromises = () => queryObjects(Promise, { format: 'count' });

it('retains no promise of a completed ping', async () => {
  const { promise: listening, resolve: markListening } = Promise.withResolvers<void>();
  const listener = listenForChanges({
    url: app.databaseUrl,
    log: silentLog,
    onChange: () => undefined,
    onListening: (isListening) => isListening && markListening(),
  });
  await listening;
  await listener.waitForChanges();
  const before = countLivePromises();
  for (let pings = 0; pings < 500; pings += 1) await listener.waitForChanges();
  expect(countLivePromises() - before).toBeLessThan(200);
  await listener.stop();
});
