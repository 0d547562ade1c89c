import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let renamedApp: TestApp;
let closedApp: TestApp;
beforeAll(async () => {
  app = await createTestApp({ withPages: true });
  renamedApp = await createTestApp({ withPages: true, env: { SITE_NAME: 'Вести' } });
  closedApp = await createTestApp({ withPages: true, env: { OFFLINE_READING: 'false' } });
});
afterAll(() => Promise.all([app, renamedApp, closedApp].map((started) => started?.stop())));

const settingOf = (html: string) => /<meta name="offline-reading" content="(\w+)"\/>/.exec(html)?.[1];

it('is a script of its own, checked on every visit, which may call this site only', async () => {
  const { status, headers, body } = await app.fetch('/sw.js');
  expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
    200,
    'text/javascript; charset=utf-8',
    'no-cache',
  ]);
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; connect-src 'self'");
  expect(body).toContain('addEventListener');
  expect(body).not.toMatch(/\bimportScripts\b|\bimport\s*[({'"]/);
});

it('has other bytes for another site, so that browsers install it again', async () => {
  const { body } = await app.fetch('/sw.js');
  expect((await app.fetch('/sw.js')).body).toBe(body);
  expect((await renamedApp.fetch('/sw.js')).body).not.toBe(body);
});

it('is replaced by one that removes it when the operator switches it off', async () => {
  const { status, headers, body } = await closedApp.fetch('/sw.js');
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-cache']);
  expect(body).toContain('registration.unregister()');
  expect(body).not.toContain("'fetch'");
});

it('is named as on or off in every page, also that of an error', async () => {
  for (const path of ['/', '/posts', '/net-takoy']) {
    expect(settingOf((await app.fetch(path)).body), path).toBe('on');
    expect(settingOf((await closedApp.fetch(path)).body), path).toBe('off');
  }
  expect((await closedApp.call('getSite')).body.offline_reading).toBe(false);
});
