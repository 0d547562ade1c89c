import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { axe } from '#tests/support/expect-accessible.ts';
import { hands, tabTo } from '#tests/support/hands.ts';
import { openPageAs } from '#tests/support/open-page.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  app = await createTestApp({ withPages: true });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const button = (on: Page | Locator, name: string) => on.getByRole('button', { name, exact: true });
const link = (on: Page | Locator, name: string) => on.getByRole('link', { name, exact: true });

describe.each(['mouse', 'keyboard'] as const)('by %s', (device) => {
  const { press, write } = hands[device];
  const open = (path: string, user?: TestUser) => openPageAs(browser, app, { path, user });

  /** Opens the newest notification of the author from the bell, and its page of decisions. */
  async function openFromBell(author: TestUser, title: string): Promise<Page> {
    const page = await open('/categories', author);
    await press(page, page.getByRole('button', { name: /^Уведомления/ }));
    const notice = page.getByRole('dialog').getByRole('article').filter({ hasText: title }).first();
    await press(page, link(notice, 'Открыть решения'));
    await page.waitForURL('**/decisions');
    return page;
  }

  it('leads from a report through two decisions and an objection to the published text', async () => {
    const [author, reader] = [await app.createUser(), await app.createUser()];
    const [first, second] = [
      await app.createUser({ role: 'moderator' }),
      await app.createUser({ role: 'moderator' }),
    ];
    const title = `Концерт во дворе (${device})`;
    const post = await app.createPost(author, { title });

    const readers = await open(`/posts/${post.slug}`, reader);
    await press(readers, button(readers, 'Пожаловаться'));
    await write(readers, readers.getByLabel('Своими словами'), 'Похоже на объявление');
    await press(readers, button(readers, 'Передать модераторам'));
    await readers.getByText('Жалобу рассмотрят модераторы').waitFor();
    await readers.context().close();

    const queue = await open('/staff/reports', first);
    await press(queue, button(queue.getByRole('article', { name: title }), 'Скрыть'));
    await write(queue, queue.getByRole('alertdialog').getByLabel('Причина'), 'Реклама без пометки');
    await press(queue, button(queue.getByRole('alertdialog'), 'Скрыть'));
    await queue.getByText('Жалоб нет').waitFor();
    await press(queue, link(queue, 'Возражения'));
    await queue.getByText('Возражений нет').waitFor();
    expect((await app.fetch(`/posts/${post.slug}`)).status).toBe(404);

    const authors = await openFromBell(author, 'Решение модератора');
    const decision = authors.getByRole('article', { name: 'Текст скрыт' });
    for (const question of [
      ['Статья', title],
      ['Почему', 'Реклама без пометки'],
      ['По какому правилу', 'Реклама, рассылки и накрутки'],
      ['Кто и когда решил', 'Модератор, '],
      ['Видят ли другие', 'Нет.'],
      ['Что вы можете делать', 'Читать свой текст'],
      ['До какого срока', 'Без срока'],
      ['Можно ли возразить', 'Да, один раз, до '],
      ['Что с возражением', 'Вы не возражали'],
      ['Кого спросить', 'Если что-то неясно'],
    ] as const)
      expect(await decision.textContent()).toContain(question.join(''));
    await press(authors, button(decision, 'Возразить'));
    await write(authors, authors.getByLabel('С чем вы не согласны'), 'Это бесплатный концерт соседей.');
    expect((await axe(authors).analyze()).violations).toEqual([]);
    await press(authors, button(authors, 'Отправить возражение'));
    await decision.getByText('ждёт другого модератора').waitFor();
    expect((await axe(authors).analyze()).violations).toEqual([]);
    await authors.context().close();

    await queue.reload();
    const own = queue.getByRole('article', { name: title });
    await own.getByText('Это решение приняли вы').waitFor();
    expect(await button(own, 'Отменить решение').count()).toBe(0);
    await queue.context().close();

    const objections = await open('/staff/reports', second);
    await press(objections, link(objections, 'Возражения'));
    const found = objections.getByRole('article', { name: title });
    await found.getByText('Это бесплатный концерт соседей.').waitFor();
    expect((await axe(objections).analyze()).violations).toEqual([]);
    if (device === 'keyboard') {
      await tabTo(objections, found);
      await objections.keyboard.press('o');
    } else await press(objections, button(found, 'Отменить решение'));
    const dialog = objections.getByRole('alertdialog');
    await write(objections, dialog.getByLabel('Причина'), 'Концерт бесплатный, рекламы нет');
    await press(objections, button(dialog, 'Отменить решение'));
    await objections.getByText('Возражений нет').waitFor();
    await objections.context().close();
    expect((await app.fetch(`/posts/${post.slug}`)).status).toBe(200);

    const decided = await openFromBell(author, 'Решение отменено по вашему возражению');
    await decided.getByText('Концерт бесплатный, рекламы нет').first().waitFor();
    await decided.context().close();

    const log = await open('/rules');
    await press(log, link(log, 'открытом журнале'));
    await log.waitForURL('**/moderation');
    const entry = log.getByRole('listitem').filter({ hasText: 'По жалобам читателей' }).first();
    await entry.getByText('Автор возразил, решение отменено').waitFor();
    expect(await entry.textContent()).toContain('Текст скрыт: статья');
    const shown = await log.content();
    for (const secret of [title, author.user.username, first.user.username, 'Реклама без пометки'])
      expect(shown).not.toContain(secret);
    expect((await axe(log).analyze()).violations).toEqual([]);
    await log.context().close();
  });

  it('hides fifty texts of a spammer in one action and brings them back in one', async () => {
    const [spammer, other] = [await app.createUser(), await app.createUser()];
    const moderator = await app.createUser({ role: 'moderator' });
    const discussed = await app.createPost(other, { title: 'Обсуждаемое' });
    const posts: Array<{ slug: string }> = [];
    for (let index = 0; index < 25; index += 1) {
      posts.push(await app.createPost(spammer, { title: `Скупка ${index}` }));
      const body = { post: discussed.id, content: `Выгодно куплю ${index}` };
      expect((await app.call('createComment', { as: spammer, body })).status).toBe(201);
    }
    /** What a guest sees of the texts, on their pages. */
    const visible = async () => {
      const pages = [];
      for (const { slug } of posts) pages.push(await app.fetch(`/posts/${slug}`));
      const discussion = String((await app.fetch(`/posts/${discussed.slug}`)).body);
      return {
        posts: pages.filter(({ status }) => status === 200).length,
        comments: new Set(discussion.match(/Выгодно куплю \d+/g) ?? []).size,
      };
    };
    expect(await visible()).toEqual({ posts: 25, comments: 25 });

    const page = await open(`/staff/users/${spammer.user.id}`, moderator);
    await press(page, button(page, 'Скрыть все тексты'));
    const dialog = page.getByRole('dialog');
    await write(page, dialog.getByLabel('Причина'), 'Рассылка рекламы');
    await press(page, dialog.locator('[type=submit]'));
    await page.getByText('Скрыто текстов: 50').waitFor();
    expect(await visible()).toEqual({ posts: 0, comments: 0 });

    await press(page, button(page, 'Вернуть тексты'));
    await press(page, button(page.getByRole('alertdialog'), 'Вернуть тексты'));
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await expect.poll(visible).toEqual({ posts: 25, comments: 25 });
    await page.context().close();
  });

  it('lays out the front page, which the guests of every process see', async () => {
    const author = await app.createUser();
    const editor = await app.createUser({ role: 'editor' });
    for (const title of ['Мост открыт', 'Парк закрыт', 'Снег выпал', 'Дождь прошёл'])
      await app.createPost(author, { title: `${title} (${device})` });
    const { version } = (await app.call('getFrontPageLayout', { as: editor })).body;
    await app.call('replaceFrontPageLayout', { as: editor, body: { version, placements: [] } });
    const other = await createTestApp({ withPages: true, databaseUrl: app.databaseUrl, db: app.db });
    /** The first two articles of the front page, in each process. */
    const placed = () =>
      Promise.all(
        [app, other].map(async (process) => {
          const headings = String((await process.fetch('/')).body).matchAll(/<h[23][^>]*>.*?<\/h[23]>/gs);
          return [...headings]
            .flatMap(([heading]) => /Мост|Парк|Снег|Дождь/.exec(heading)?.[0] ?? [])
            .slice(0, 2);
        }),
      );
    try {
      await expect.poll(async () => (await placed()).map(([lead]) => lead)).toEqual(['Дождь', 'Дождь']);
      const page = await open('/staff/front-page', editor);
      await press(page, button(page, `На главное место: Парк закрыт (${device})`));
      await press(page, button(page, `В ряд: Мост открыт (${device})`));
      const preview = page.getByRole('region', { name: 'Предпросмотр' }).getByRole('article');
      await expect
        .poll(() => preview.getByRole('heading').first().textContent())
        .toBe(`Парк закрыт (${device})`);
      expect((await axe(page).analyze()).violations).toEqual([]);
      await press(page, button(page, 'Сохранить расстановку'));
      await page.getByText('Главная страница изменена').waitFor();
      await expect.poll(placed).toEqual([
        ['Парк', 'Мост'],
        ['Парк', 'Мост'],
      ]);
      await page.context().close();
    } finally {
      await other.stop();
    }
  });
});
