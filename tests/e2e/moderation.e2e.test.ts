import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMail } from '#server/platform/mail/mail.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { openPageAs } from '#tests/support/open-page.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

let app: TestApp;
let browser: Browser;
let author: TestUser;
let staff: TestUser;
let mailFolder: string;

beforeAll(async () => {
  mailFolder = mkdtempSync(join(tmpdir(), 'news-site-mail-'));
  const mail = createMail({
    smtpUrl: undefined,
    from: 'no-reply@news.example',
    senderName: 'News Site',
    folder: mailFolder,
  });
  app = await createTestApp({ withPages: true, mail, env: { FEEDBACK_EMAIL: 'editors@news.example' } });
  author = await app.createUser();
  staff = await app.createUser({ isStaff: true });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
  rmSync(mailFolder, { recursive: true, force: true });
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const confirm = (page: Page, name: string) => page.getByRole('alertdialog').getByRole('button', { name });

describe('staff', () => {
  it('hide a post with a reason for its author, and show it again', async () => {
    const { slug } = await app.createPost(author, { title: 'Продаю гараж' });
    const page = await openPageAs(browser, app, { path: '/', user: staff });
    await button(page, /Меню/).click();
    await page.getByRole('menuitem', { name: 'Редакция' }).click();
    await page.getByRole('main').getByRole('link', { name: 'Статьи' }).click();
    await button(page, 'Скрыть статью: Продаю гараж').click();
    await page.getByLabel('Причина').fill('Реклама');
    await confirm(page, 'Скрыть').click();
    await page.getByText('Статья скрыта').waitFor();
    expect((await app.fetch(`/posts/${slug}`)).status).toBe(404);

    const authors = await openPageAs(browser, app, { path: `/posts/${slug}`, user: author });
    await authors.getByText('Скрыто модератором').waitFor();
    await authors.getByText('Причина: Реклама').waitFor();
    await authors.context().close();

    await page.getByRole('link', { name: 'Скрытые' }).click();
    await button(page, 'Вернуть статью: Продаю гараж').click();
    await page.getByText('Сейчас ничего не скрыто.').waitFor();
    expect((await app.fetch(`/posts/${slug}`)).status).toBe(200);
    await page.context().close();
  });

  it('lay out the front page by keyboard and mouse, and a guest sees it', async () => {
    const editor = await app.createUser({ role: 'editor' });
    for (const title of ['Мост открыт', 'Парк закрыт', 'Снег выпал', 'Дождь прошёл'])
      await app.createPost(author, { title });
    const page = await openPageAs(browser, app, { path: '/staff/front-page', user: editor });
    const press = async (name: string) => {
      await button(page, name).focus();
      await page.keyboard.press('Enter');
    };
    const places = (section: string) =>
      page.getByRole('region', { name: section }).getByRole('listitem').getByRole('link').allInnerTexts();
    await press('На главное место: Снег выпал');
    await press('В ряд: Мост открыт');
    await press('В ряд: Парк закрыт');
    await press('Выше: Парк закрыт');
    await page.getByText('«Парк закрыт»: место 1 из 2').waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Выше: Парк закрыт');
    const row = page.getByRole('region', { name: 'Ряд рядом с главным местом' });
    const lead = page.getByRole('region', { name: 'Главное место' });
    await row.getByTitle('Перетащите, чтобы переставить').last().dragTo(lead.getByRole('listitem').first());
    await expect.poll(() => places('Главное место')).toEqual(['Мост открыт', 'Снег выпал']);
    await press('Снять с места: Снег выпал');
    const preview = page.getByRole('region', { name: 'Предпросмотр' });
    await expect
      .poll(() => preview.getByRole('article').getByRole('heading').first().textContent())
      .toBe('Мост открыт');
    await press('Сохранить расстановку');
    await page.getByText('Главная страница изменена').waitFor();
    await page.getByRole('region', { name: 'Кто что менял' }).getByText('Парк закрыт').waitFor();
    const guest = await openPageAs(browser, app, { path: '/' });
    const headings = guest.getByRole('main').getByRole('article').getByRole('heading');
    expect((await headings.allInnerTexts()).slice(0, 2)).toEqual(['Мост открыт', 'Парк закрыт']);
    await guest.context().close();
    await page.context().close();
  });

  it('hide a comment, which leaves a placeholder above its reply, and show it again', async () => {
    const post = await app.createPost(author);
    const comment = async (content: string, parent?: number) =>
      (await app.call('createComment', { as: author, body: { post: post.id, content, parent } })).body.id;
    await comment('Ответ', await comment('Грубость'));
    const page = await openPageAs(browser, app, { path: '/staff/comments?search=грубость', user: staff });
    await button(page, /^Скрыть комментарий/).click();
    await confirm(page, 'Скрыть').click();
    await page.getByText('Укажите причину.').waitFor();
    // A rule that says the reason by itself is enough.
    await page.getByLabel('Правило').selectOption({ label: 'Оскорбления, угрозы и травля' });
    await confirm(page, 'Скрыть').click();
    await page.getByText('По такому запросу ничего не нашлось.').waitFor();
    const html = (await app.fetch(`/posts/${post.slug}`)).body;
    expect([html.includes('Комментарий скрыт модератором'), html.includes('Грубость')]).toEqual([
      true,
      false,
    ]);
    await page.getByRole('link', { name: 'Скрытые' }).click();
    await button(page, /^Вернуть комментарий/).click();
    await page.getByText('Комментарий снова виден').waitFor();
    expect((await app.fetch(`/posts/${post.slug}`)).body).toContain('Грубость');
    await page.context().close();
  });

  it('read a post beside the list, and hide and restore several at once', async () => {
    const titles = ['Спам первый', 'Спам второй', 'Спам третий'];
    for (const title of titles) await app.createPost(author, { title });
    const statuses = async () =>
      (await app.call('listModeratedPosts', { as: staff, query: { search: 'спам', state: 'hidden' } })).body
        .count;
    const page = await openPageAs(browser, app, { path: '/staff/posts?search=спам', user: staff });
    await button(page, 'Просмотр: Спам второй').click();
    await page.getByLabel('Просмотр', { exact: true }).locator('.article').waitFor();
    await button(page, 'Закрыть просмотр').click();
    await page.getByLabel('Все на странице').check();
    await page.getByLabel('Выбрать: Спам третий').uncheck();
    await page.getByText('Выбрано: 2').waitFor();
    await button(page, 'Скрыть выбранные').click();
    await page.getByLabel('Причина').fill('Реклама');
    await confirm(page, 'Скрыть').click();
    await page.getByText('Скрыто: 2 из 2').waitFor();
    expect(await statuses()).toBe(2);
    await page.getByRole('link', { name: 'Скрытые' }).click();
    await page.getByLabel('Все на странице').check();
    await button(page, 'Вернуть выбранные').click();
    await page.getByText(/^Возвращено: \d+ из \d+$/).waitFor();
    expect(await statuses()).toBe(0);
    await page.context().close();
  });

  it('create, rename and delete a category', async () => {
    const page = await openPageAs(browser, app, { path: '/staff/categories', user: staff });
    await page.getByLabel('Название').fill('Город');
    await button(page, 'Создать').click();
    await button(page, 'Изменить категорию «Город»').click();
    const form = page.locator('form').filter({ has: button(page, 'Сохранить') });
    await form.getByLabel('Название').fill('Город и двор');
    await button(page, 'Сохранить').click();
    await page.getByRole('heading', { name: 'Город и двор' }).waitFor();
    const { id } = (await app.call('listCategories')).body.results[0];
    const post = await app.createPost(author, { category: id });
    await page.reload();
    await button(page, 'Удалить категорию «Город и двор»').click();
    await page.getByText('В категории 1 пост.').waitFor();
    await confirm(page, 'Удалить').click();
    await page.getByText('Пока нет созданных категорий').waitFor();
    expect((await app.call('getPost', { params: { slug: post.slug } })).body.category).toBeNull();
    await page.context().close();
  });

  it('have exclusive access: users see an error, guests are redirected to the login', async () => {
    const users = await openPageAs(browser, app, { path: '/staff/posts', user: author });
    await users.getByText('У вас нет прав для выполнения этого действия.').waitFor();
    await users.context().close();
    const guests = await openPageAs(browser, app, { path: '/staff/posts?state=hidden', user: null });
    await guests.waitForURL('**/login?redirect=%2Fstaff%2Fposts%3Fstate%3Dhidden');
    await guests.context().close();
  });
});

describe('a feedback message', () => {
  it('arrives as an email with the sender in Reply-To', async () => {
    const page = await openPageAs(browser, app, { path: '/feedback', user: author });
    await expect.poll(() => page.getByLabel('Email для ответа').inputValue()).toBe(author.user.email);
    await button(page, 'Отправить').click();
    await page.getByText('Напишите сообщение').waitFor();
    await page.getByLabel('Тема').selectOption({ label: 'Ошибка в тексте' });
    await page.getByLabel('Сообщение').fill('Трамвай № 5 не ходит по мосту.');
    await button(page, 'Отправить').click();
    await page.getByRole('heading', { name: 'Сообщение отправлено' }).waitFor();
    await app.runJobs();
    const mails = readdirSync(mailFolder).map((name) => readFileSync(join(mailFolder, name), 'utf8'));
    const message = mails.find((mail) => mail.includes('To: editors@news.example'));
    expect(message).toContain(`Reply-To: ${author.user.email}`);
    await page.context().close();
  });
});
