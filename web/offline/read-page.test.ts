import { expect, it } from 'vitest';
import { readPage } from './read-page.ts';

const origin = 'https://news.example';
const page = (article: string, head = '<meta name="offline-article" content="/posts/most"/>') =>
  `<!DOCTYPE html><html><head><link rel="stylesheet" href="/assets/app-1.css"/><link rel="modulepreload" href="/assets/entry-1.js"/>
  <link rel="preload" as="font" href="/assets/text-1.woff2"/><link rel="stylesheet" href="https://cdn.example/x.css"/>
  <meta name="application-name" content="Вести &amp; Co"/>${head}<script>alert(1)</script></head>
  <body><header><img src="/media/aa/logo.webp"></header><main>${article}<ol><li><article>Комментарий</article></li></ol></main></body></html>`;
const articleOf = (html: string) => readPage(page(html), origin).article;

it('reads the frame of a page and the first article as they were escaped', () => {
  const html = '<article><h1>Мост &amp; <em>«река»</em></h1><p title="a&quot;b">1 &lt; 2</p></article>';
  expect(readPage(page(html), origin)).toEqual({
    siteName: 'Вести &amp; Co',
    styles: ['/assets/app-1.css'],
    fonts: ['/assets/text-1.woff2'],
    article: { path: '/posts/most', title: 'Мост &amp; «река»', html, pictures: [] },
  });
});

it('reads no article from a page without the mark of public articles', () => {
  expect(readPage(page('<article><h1>Черновик</h1></article>', ''), origin).article).toBeNull();
  expect(readPage(page('<p>Нет статьи</p>').replaceAll('article>', 'div>'), origin).article).toBeNull();
  expect(readPage('', origin)).toEqual({ siteName: '', styles: [], fonts: [], article: null });
});

it('leaves out scripts, controls, and links without a target in the copy', () => {
  const html = `<article onclick="run()"><script>run('</p>')</script><button>Копировать</button><form><input></form>
    <div class="x needs-script"><p>Поделиться</p></div><iframe src="/player"></iframe>
    <a class="full-size" href="/media/aa/1.webp">Мост</a> <a href="/posts/most#comments">3</a> <a href="/posts/most#h-2">Глава</a></article>`;
  expect(articleOf(html)?.html.replace(/\s+/g, ' ')).toBe(
    '<article> <a class="full-size">Мост</a> <a>3</a> <a href="/posts/most#h-2">Глава</a></article>',
  );
});

it('takes one size of each picture of the site, and none from elsewhere', () => {
  const sizes = (name: string) =>
    `${name}-320.webp 320w, ${origin}${name}-1280.webp 1280w, ${name}-2000.webp 2000w`;
  const html = `<article>
    <picture><source type="image/avif" srcset="/media/aa/1-320.avif 320w" sizes="100vw"><source type="image/webp" srcset="${sizes('/media/aa/1')}" sizes="100vw"><img src="/media/aa/1.webp" alt="Мост" srcset="/x 1w"></picture>
    <picture><source type="image/webp" srcSet="${sizes('/media/aa/2')}" sizes="2.5rem"><img src="/media/aa/2.webp" alt=""></picture>
    <img src="${origin}/media/aa/3.webp" alt=""><img src="https://cdn.example/4.webp" alt=""></article>`;
  const article = articleOf(html);
  expect(article?.pictures).toEqual(['/media/aa/1-1280.webp', '/media/aa/2-320.webp', '/media/aa/3.webp']);
  expect(article?.html.match(/<(?:img|source)[^>]*>/g)).toEqual([
    '<img src="/offline/files/media/aa/1-1280.webp" alt="Мост">',
    '<img src="/offline/files/media/aa/2-320.webp" alt="">',
    '<img src="/offline/files/media/aa/3.webp" alt="">',
  ]);
});

it('writes balanced elements for unbalanced ones, and nothing of an article that does not end', () => {
  expect(articleOf('<article><p>Раз<p>Два<br></article>')?.html).toBe(
    '<article><p>Раз</p><p>Два<br></p></article>',
  );
});
