import { expect, it } from 'vitest';
import { renderMarkdown } from '#server/platform/markdown/render.ts';
import { withoutForbiddenCharacters, xmlDocument } from '#server/platform/xml.ts';
import { commentToHtml, toFeedHtml } from './feed-html.ts';

const page = 'https://news.example/posts/tramvay';
const feedHtml = (stored: string) => toFeedHtml(stored, page);

it('makes addresses absolute', () => {
  expect(
    feedHtml(
      '<p><a href="/posts/x?a=1&amp;b=2">x</a> <a href="#h-1">y</a> <img src="/media/1.webp" alt="&quot;"></p>',
    ),
  ).toBe(
    '<p><a href="https://news.example/posts/x?a=1&amp;b=2">x</a> <a href="https://news.example/posts/tramvay#h-1">y</a> <img src="https://news.example/media/1.webp" alt="&quot;"></p>',
  );
});

it('leads links to places in the text to the page, and shows no empty links at those places', () => {
  const stored = renderMarkdown(
    '[два](#два) [з](#z)\n\n## Два {#dva}\n\n<a id="z"></a>Заметка <a name="y">я</a>',
  ).html;
  for (const dialect of ['article', 'dzen'] as const)
    expect(toFeedHtml(stored, page, dialect).replace(/\n/g, '')).toBe(
      `<p><a href="${page}#h-dva-dva">два</a> <a href="${page}#user-content-z">з</a></p><h2>Два</h2><p>Заметка я</p>`,
    );
});

it('keeps no script, handler, class, form or style', () => {
  const stored =
    '<script>alert(1)</script><p class="x" style="color:red" onclick="x()">a<input type="checkbox" checked>b</p><iframe src="//evil"></iframe><pre><code class="hljs"><span class="k">let</span></code></pre>';
  expect(feedHtml(stored)).toBe('<p>a☑ b</p><pre><code>let</code></pre>');
});

it('keeps the elements that authors write as HTML', () => {
  const stored =
    '<details open><summary>a</summary><kbd>b</kbd></details><table><tbody><tr><td colspan="2">c</td></tr></tbody></table>';
  expect(feedHtml(stored)).toBe(
    '<details><summary>a</summary><kbd>b</kbd></details><table><tbody><tr><td colspan="2">c</td></tr></tbody></table>',
  );
  expect(toFeedHtml(stored, page, 'dzen')).toBe('<p>a</p>b<p>c</p>');
});

it('shows a video as a link with its title', () => {
  const stored =
    '<figure data-embed="youtube"><figcaption><strong>Кот &amp; пёс</strong><span>YouTube · https://youtu.be/1</span></figcaption><a href="https://youtu.be/1" rel="nofollow">Показать видео</a></figure><p>после</p>';
  expect(feedHtml(stored)).toBe('<p><a href="https://youtu.be/1">Кот &amp; пёс</a></p><p>после</p>');
});

it('gives Дзен only the elements that it knows', () => {
  const stored =
    '<h5>a</h5><p><strong>b</strong> <em>c</em> <code>d</code></p><table><tr><td>e</td></tr></table>';
  expect(toFeedHtml(stored, page, 'dzen')).toBe('<h4>a</h4><p><b>b</b> <i>c</i> d</p><p>e</p>');
});

it('shows plain texts as paragraphs', () => {
  expect(commentToHtml('a <b>\nc\n\n\nd')).toBe('<p>a &lt;b&gt;<br>c</p><p>d</p>');
  expect(commentToHtml('a\n```\nif x:\n  "y" < 1\n```')).toBe(
    '<p>a</p><pre><code>if x:\n  &quot;y&quot; &lt; 1</code></pre>',
  );
});

it('handles 10 MB of text in one pass, and characters that XML forbids', () => {
  const text = 'Ночь ]]> <b>\u0001\ud800</b> '.repeat(600_000);
  expect(text.length).toBeGreaterThan(10_000_000);
  const html = feedHtml(`<p>${text}`);
  const xml = xmlDocument({ a: { '#cdata': html } });
  expect(xml.length).toBeGreaterThan(5_000_000);
  expect(withoutForbiddenCharacters(xml)).toBe(xml);
  expect(xml).not.toMatch(/\]\]>(?!<!\[CDATA\[>|<\/a>)/);
});
