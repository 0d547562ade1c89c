import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { openPageAs, type Session } from '../tests/support/open-page.ts';
import type { DemoSite } from './demo-site.ts';

const root = resolve(import.meta.dirname, '..');
const maxAttempts = 10;
const pauseMs = 1_000;

/** The newcomer has just registered and has nothing. */
export type Role = 'guest' | 'reader' | 'author' | 'staff' | 'newcomer';
const text = `К шести «Вечерняя газета» ещё пахнет краской, к семи лежит на лавках у **трамвайных остановок**. \
Четыре полосы, тираж — девяносто экземпляров, и ни одного лишнего: что не разобрали за вечер, \
наборщики уносят домой. Подписки нет и, говорят в [типографии](/about), не будет: *газету надо встретить*.`;

async function call(
  site: DemoSite,
  path: string,
  body: object,
  session?: Session,
  method = 'POST',
): Promise<unknown> {
  const send = () =>
    fetch(`${site.origin}/api/v1/${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(session && { authorization: `Bearer ${session.access}` }),
      },
      body: JSON.stringify(body),
    });
  let response = await send();
  // A site that has just started may have too much to do on a busy machine.
  for (let attempt = 1; response.status === 503 && attempt < maxAttempts; attempt += 1) {
    await sleep(pauseMs);
    response = await send();
  }
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
  return response.json();
}

/** Logs in to the demo accounts and writes, comments and subscribes as the author. */
export async function prepareContent(
  site: DemoSite,
  browser: Browser,
): Promise<Record<Role, Session | undefined>> {
  const logIn = (wanted: Role) => {
    const account = site.accounts.find(({ role }) => role === wanted);
    return call(site, 'auth/login/', {
      email: account?.email,
      password: account?.password,
    }) as Promise<Session>;
  };
  const reader = await logIn('reader');
  const author = await logIn('author');
  const staff = await logIn('staff');
  const write = (post: object) =>
    call(site, 'posts/', { content: text, ...post }, author) as Promise<{ id: number }>;
  const { id: post } = await write({ title: 'Вечерняя газета', status: 'published' });
  await call(
    site,
    'posts/vechernyaya-gazeta/',
    { content: await createContent(site, author) },
    author,
    'PATCH',
  );
  await write({ title: 'О чём молчит редактор', status: 'draft' });
  await call(site, 'comments/', { post, content: 'Спасибо наборщикам!' }, author);
  await subscribe(site, browser, author);
  await call(site, 'subscribe/pin-post/', { post_id: post }, author);
  const newcomer = (await call(site, 'auth/register/', {
    username: 'novichok',
    email: 'novichok@example.com',
    password: 'Parol-dlya-snimkov-1',
  })) as Session;
  return { guest: undefined, reader, author, staff, newcomer };
}

/**
 * A text with all elements of an article: pictures with and without captions, a picture within a line, a list, a
 * quotation.
 */
async function createContent(site: DemoSite, author: Session): Promise<string> {
  const [bus, bread, town] = await Promise.all(
    ['bibliobus', 'hleb-kotoryy-zhdet', 'kilovatty-na-kuhne'].map((name) => upload(site, name, author)),
  );
  return [
    text,
    `![Автобус с книгами](${bus} "Газету развозит библиобус")`,
    `## Кто её читает\n\n- пассажиры последнего рейса\n- пекари\n\n> Без неё вечер не заканчивается.`,
    `![Хлеб](${bread} "Первый хлеб")\n![](${town})`,
    `На второй полосе рецепт: ![Буханка](${bread}) и ничего лишнего.`,
    'Набор и сегодня ручной: строка, линейка, строка.',
  ].join('\n\n');
}

async function upload(site: DemoSite, name: string, author: Session): Promise<string> {
  const body = new FormData();
  const bytes = readFileSync(resolve(root, `db/seeds/demo/${name}.webp`));
  body.append('image', new Blob([bytes], { type: 'image/webp' }), `${name}.webp`);
  const headers = { authorization: `Bearer ${author.access}` };
  const response = await fetch(`${site.origin}/api/v1/upload/image/`, { method: 'POST', headers, body });
  if (!response.ok) throw new Error(`the upload returned ${response.status}`);
  const { url } = (await response.json()) as { url: string };
  return new URL(url).pathname;
}

async function subscribe(site: DemoSite, browser: Browser, user: Session): Promise<void> {
  const page = await openPageAs(browser, site, { path: '/subscription', user });
  await page
    .getByRole('button', { name: /^Выбрать план/ })
    .first()
    .click();
  await page.getByRole('button', { name: /^Оплатить/ }).click();
  await page.getByRole('heading', { name: 'Оплата успешна!' }).waitFor();
  await page.context().close();
}
