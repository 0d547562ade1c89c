import { Readability } from '@mozilla/readability';
import { Window } from 'happy-dom';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedDemo } from '#server/demo.ts';
import { silentLog } from '#server/platform/log.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

/** The reader mode of Firefox, which is Readability: it shows the whole article, without teasers and comments. */
let app: TestApp;
let author: TestUser;
let bystander: TestUser;

beforeAll(async () => {
  app = await createTestApp({ withPages: true });
  await seedDemo({ ...app, log: silentLog });
  [author, bystander] = await Promise.all([app.createUser(), app.createUser()]);
  const bio = 'Пишу о городе, о реке, о мостах, о людях, которые там живут, и о том, как всё меняется.';
  await app.call('updateProfile', { as: author, body: { bio } });
});
afterAll(() => app?.stop());

const short: Array<[name: string, content: string]> = [
  [
    'two sentences',
    'Движение по мосту через реку откроют в пятницу в полдень, сообщили в мэрии.\n\nПешеходы смогут пройти раньше.',
  ],
  ['one sentence', 'Мост открыли.'],
  [
    'links',
    '- [Первая ссылка про город и трамваи](https://one.example/)\n- [Вторая ссылка про новый мост](https://two.example/)\n- [Третья ссылка про библиотеку](https://three.example/)\n\n[Подписаться](https://t.me/example)',
  ],
  ['a quotation', '> Мы откроем мост в пятницу, как обещали, — сказал мэр.'],
  ['a table', '| Мост | Год |\n|---|---|\n| Новый | 2026 |\n| Старый | 1912 |\n\nТак строили мосты.'],
  ['code', 'Команда такая:\n\n```\nnpm run start\n```'],
  ['headings', '## Утро\n\nМост открыли.\n\n## Вечер\n\nМост закрыли.'],
  ['a list', 'Что взять с собой:\n\n- воду\n- карту города\n- тёплые вещи'],
  [
    'a picture',
    '![мост в тумане](https://example.org/most.jpg "Мост в тумане")\n\nВид с левого берега реки.',
  ],
  ['a footnote', 'Мост открыли в срок[^1].\n\n[^1]: По словам подрядчика, который его строил.'],
];
const comment =
  'Ну вот, опять, как всегда, обещали одно, сделали другое, а мы, жители, ждём, терпим, пишем. '.repeat(12);

const wordsOf = (text: string): string => text.match(/[\p{L}\p{N}]+/gu)?.join(' ') ?? '';

function parse(html: string, url: string): Document {
  const { document } = new Window({ url });
  document.write(html);
  return document as unknown as Document;
}

/** The words that the reader mode shows, and those of the article. */
async function readArticle(slug: string): Promise<{ shown: string; text: string }> {
  const url = `/posts/${slug}`;
  const read = new Readability(parse((await app.fetch(url)).body, app.origin + url)).parse();
  const { body: post } = await app.call('getPost', { params: { slug } });
  const article = parse(post.content_html, app.origin);
  // Readability drops players, and groups of pictures with their captions.
  for (const element of article.querySelectorAll('figure[data-embed], .gallery, a.footnote-backref'))
    element.remove();
  return { shown: wordsOf(read?.textContent ?? ''), text: wordsOf(article.body.textContent ?? '') };
}

it('shows every article of the demo content', async () => {
  const { body } = await app.call('listPosts', { query: { page_size: 50 } });
  expect(body.results.length).toBeGreaterThan(20);
  for (const { slug } of body.results) {
    const { shown, text } = await readArticle(slug);
    expect(shown).toContain(text);
  }
});

it.each(short)('shows an article of %s, without teasers and comments', async (name, content) => {
  const post = await app.createPost(author, { title: `Новости: ${name}`, content });
  await app.call('createComment', { as: bystander, body: { post: post.id, content: comment } });
  const { shown, text } = await readArticle(post.slug);
  expect(shown).toContain(text);
  expect(shown).not.toMatch(/Ну вот опять|Читайте также|Пишу о городе/);
});
