import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createRandom } from '../../scripts/scale/random.ts';
import { createTextGenerator } from '../../scripts/scale/text-generator.ts';

export type WordPressFile = {
  posts: number;
  seed: number;
  /** The mean number of words of an article; some have few, some three times as many. */
  words: number;
  /** The mean number of comments of an article. */
  comments: number;
  /** Names of pictures in the folder of uploads. */
  pictures: readonly string[];
};
type Tools = WordPressFile & {
  below: (limit: number) => number;
  paragraph: () => string;
  title: () => string;
};

const site = 'https://blog.example';
const authors = 12;
const categories = 9;
/** As many guests as a blog of this size has; many share a name. */
const guestsPerPost = 0.4;
const guestNames = ['Анна', 'Борис', 'Вера Павловна', 'Глеб', 'Дарья', 'Читатель', 'admin', '😀', 'я'];
const firstDay = Date.UTC(2009, 0, 1);
const paragraphs = 300;
const minute = 60_000;

/** Texts that importers stumble over. Each is put into an article of its own. */
const hostileTexts = [
  `${'<div>'.repeat(900)}Глубоко`,
  `${'<b><a href="/x">'.repeat(300)}Ссылки в ссылках`,
  `<p>Одной строкой ${'слово '.repeat(5_000)}</p>`,
  '<p onclick="alert(1)">Скрипт<script>alert(1)</script><img src=x onerror=alert(1)></p>',
  '<table><tr><td colspan="3">Не <b>закрыто <i>накрест</b></i>',
  '[gallery ids="1,999999999"] [caption]без картинки[/caption] [чужой короткий="код"]',
  '<!-- wp:unknown/block {"a":"-->"} --><p>Комментарий в комментарии</p><!-- /wp:unknown/block -->',
  `<p><img src="http://127.0.0.1/secret.png"><img src="http://169.254.169.254/a.png"><img src="/wp-content/uploads/../../etc/passwd.png"></p>`,
  '<pre>не закрытый\n\n\n**код** `<b>`',
  '&lt;b&gt; &amp;amp; &nbsp;&#0;&#x110000; \u2028\u200b\ufeff*звёздочки* _черты_ [ссылка](javascript:alert(1))',
  '',
];
const statuses = ['draft', 'pending', 'private', 'future', 'trash', 'auto-draft'];

/** Writes an export of WordPress, which depends on its options only. */
export async function writeWordPressFile(path: string, options: WordPressFile): Promise<void> {
  await pipeline(Readable.from(lines(createTools(options))), createWriteStream(path));
}

function createTools(options: WordPressFile): Tools {
  const random = createRandom(options.seed);
  const generator = createTextGenerator(random);
  const below = (limit: number) => Math.floor(random() * limit);
  // Texts of this size need no more different sentences than these.
  const pool = Array.from({ length: paragraphs }, () => generator.text(30 + below(40)));
  return { ...options, below, paragraph: () => pool[below(paragraphs)] as string, title: generator.title };
}

function* lines(tools: Tools): Generator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:content="c" xmlns:excerpt="e" xmlns:dc="d" xmlns:wp="w">\n<channel>\n`;
  yield `<title>Блог</title>\n<link>${site}</link>\n<wp:wxr_version>1.2</wp:wxr_version>\n<wp:base_blog_url>${site}</wp:base_blog_url>\n`;
  for (let id = 1; id <= authors; id += 1)
    yield `<wp:author><wp:author_id>${id}</wp:author_id><wp:author_login>writer${id}</wp:author_login><wp:author_email>writer${id}@blog.example</wp:author_email><wp:author_display_name>${cdata(`Автор ${id}`)}</wp:author_display_name></wp:author>\n`;
  for (let id = 1; id <= categories; id += 1)
    yield `<wp:category><wp:category_nicename>rubrika-${id}</wp:category_nicename><wp:cat_name>${cdata(`Рубрика ${id}`)}</wp:cat_name></wp:category>\n`;
  for (const [index, name] of tools.pictures.entries()) yield attachment(index + 1, name);
  for (let number = 1; number <= tools.posts; number += 1) {
    yield post(tools, number);
    // Readers of large blogs have their pictures uploaded all the time, not before the first article.
    if (number % 2 === 0)
      yield attachment(10_000_000 + number, `2015/0${1 + (number % 9)}/photo-${number}.jpg`);
  }
  yield '</channel>\n</rss>\n';
}

const cdata = (text: string): string => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 19).replace('T', ' ');

const attachment = (id: number, name: string): string =>
  `<item><title>${name}</title><wp:post_id>${id}</wp:post_id><wp:post_type>attachment</wp:post_type><wp:status>inherit</wp:status><wp:attachment_url>${cdata(`${site}/wp-content/uploads/${name}`)}</wp:attachment_url></item>\n`;

function post(tools: Tools, number: number): string {
  const { below } = tools;
  const id = 100_000 + number;
  const isHostile = number % 20 === 0;
  // Titles repeat, and so do slugs.
  const title = number % 15 === 0 ? 'Без повода' : tools.title();
  const time = firstDay + number * 37 * minute;
  const status = number % 17 === 0 ? statuses[below(statuses.length)] : 'publish';
  const content = isHostile ? hostileTexts[(number / 20) % hostileTexts.length] : articleText(tools);
  const thumbnail =
    below(8) === 0 && tools.pictures.length > 0
      ? `<wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>${1 + below(tools.pictures.length)}</wp:meta_value></wp:postmeta>`
      : '';
  return `<item><title>${cdata(title)}</title><link>${site}/${2009 + (number % 15)}/${number}/</link><guid>${site}/?p=${id}</guid>
<dc:creator>${cdata(number % 97 === 0 ? 'gone' : `writer${1 + below(authors)}`)}</dc:creator>
<content:encoded>${cdata(content ?? '')}</content:encoded><excerpt:encoded>${cdata(below(3) === 0 ? tools.paragraph() : '')}</excerpt:encoded>
<wp:post_id>${id}</wp:post_id><wp:post_date_gmt>${number % 31 === 0 ? '0000-00-00 00:00:00' : dateOf(time)}</wp:post_date_gmt><wp:post_date>${dateOf(time)}</wp:post_date>
<wp:comment_status>${below(9) === 0 ? 'closed' : 'open'}</wp:comment_status><wp:post_name>${number % 3 === 0 ? '' : `post-${number % 500}`}</wp:post_name><wp:status>${status}</wp:status><wp:post_type>post</wp:post_type><wp:post_password>${number % 83 === 0 ? 'x' : ''}</wp:post_password>
<category domain="category" nicename="rubrika-${1 + below(categories)}">Рубрика</category><category domain="post_tag" nicename="t">${cdata('Метка')}</category>${thumbnail}
${discussion(tools, { id, time })}</item>\n`;
}

function articleText({ below, paragraph, words, pictures }: Tools): string {
  const count = Math.max(1, Math.round((words / 50) * (0.2 + below(100) / 60)));
  const isBlocks = below(2) === 0;
  const parts: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const text = paragraph();
    if (index % 5 === 4) parts.push(`<h2>${text.slice(0, 40)}</h2>`);
    const styled = `<strong>${text.slice(0, 20)}</strong>${text.slice(20)} <a href="${site}/?p=1">ссылка</a>`;
    parts.push(isBlocks ? `<!-- wp:paragraph --><p>${styled}</p><!-- /wp:paragraph -->` : styled);
    const picture = pictures[below(pictures.length * 12)];
    if (picture) parts.push(`<img src="${site}/wp-content/uploads/${picture}" alt="Снимок">`);
  }
  return parts.join('\n\n');
}

function discussion(
  { below, paragraph, comments, posts }: Tools,
  article: { id: number; time: number },
): string {
  const count = below(2 * comments + 1);
  const guests = Math.max(5, Math.round(posts * guestsPerPost));
  return Array.from({ length: count }, (_, index) => {
    const id = article.id * 100 + index;
    // A reply to an earlier comment; some to none that exists.
    const parent = below(3) === 0 ? 0 : article.id * 100 + below(index + 1) - (below(40) === 0 ? 99 : 0);
    const guest = below(guests);
    const approved = ['1', '1', '1', '1', '1', '1', '1', '1', '0', 'spam'][below(10)];
    const isAuthor = below(8) === 0;
    return `<wp:comment><wp:comment_id>${id}</wp:comment_id><wp:comment_author>${cdata(guestNames[guest % guestNames.length] as string)}</wp:comment_author><wp:comment_author_email>guest${guest}@mail.example</wp:comment_author_email><wp:comment_date_gmt>${dateOf(article.time + (count - below(3) + index) * minute)}</wp:comment_date_gmt><wp:comment_content>${cdata(paragraph().slice(0, 30 + below(300)))}</wp:comment_content><wp:comment_approved>${approved}</wp:comment_approved><wp:comment_type></wp:comment_type><wp:comment_parent>${parent === id ? 0 : parent}</wp:comment_parent><wp:comment_user_id>${isAuthor ? 1 + below(authors) : 0}</wp:comment_user_id></wp:comment>\n`;
  }).join('');
}
