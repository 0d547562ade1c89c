import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { axe } from '#tests/support/expect-accessible.ts';
import { openPageAs } from '#tests/support/open-page.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  app = await createTestApp({ withPages: true, env: { POSTS_QUOTA: '2', COMMENTS_QUOTA: '4' } });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

describe('the usage of an account', () => {
  it('is shown on the profile with its quotas and full ones marked', async () => {
    const user = await app.createUser();
    const { id } = await app.createPost(user);
    await app.createPost(user, { status: 'draft' });
    await app.call('createComment', { as: user, body: { post: id, content: 'Слово' } });
    const page = await openPageAs(browser, app, { path: '/profile', user });
    const section = page.getByRole('region', { name: 'Место на сайте' });
    const posts = section.getByRole('meter', { name: 'Статьи и черновики' });
    await posts.waitFor();
    expect(await posts.getAttribute('value')).toBe('1');
    await section.getByText('2 из 2, 1 КБ из 512 МБ').waitFor();
    await section.getByText('Место закончилось').waitFor();
    expect(await section.getByRole('meter', { name: 'Комментарии' }).getAttribute('value')).toBe('0.25');
    const { violations } = await axe(page).include('[aria-labelledby="usage"]').analyze();
    expect(violations).toEqual([]);
    if (process.env.USAGE_PICTURE) await section.screenshot({ path: process.env.USAGE_PICTURE });
    await page.context().close();
  });

  it('has no quota for texts of the staff', async () => {
    const user = await app.createUser({ isStaff: true });
    const page = await openPageAs(browser, app, { path: '/profile', user });
    const section = page.getByRole('region', { name: 'Место на сайте' });
    await section.getByText('0, 0, без ограничений').first().waitFor();
    expect(await section.getByRole('meter').count()).toBe(1);
    await page.context().close();
  });

  it('shows an error when it fails to load, and the profile stays usable', async () => {
    const user = await app.createUser();
    const page = await openPageAs(browser, app, { path: '/login', user });
    await page.route('**/auth/usage/', (route) => route.fulfill({ status: 500, json: { detail: 'x' } }));
    await page.goto(`${app.origin}/profile`);
    await page.getByText('Не удалось узнать, сколько места занято.').waitFor();
    await page.getByRole('button', { name: 'Сохранить' }).waitFor();
    await page.context().close();
  });
});
