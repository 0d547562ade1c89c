import { describe, expect, it } from 'vitest';
import { ComplexityLimitError, TooDeepError } from './complexity-limit.ts';
import type { KnownPictures } from './pictures.ts';
import { renderMarkdown } from './render.ts';

const html = (markdown: string) => renderMarkdown(markdown).html;
const oneLine = (markdown: string) => html(markdown).replace(/\n/g, '');

describe('HTML in Markdown', () => {
  it('interprets the permitted elements in lines and as blocks', () => {
    expect(
      html('<kbd>Ctrl</kbd>+<kbd>C</kbd>, H<sub>2</sub>O, <mark>да</mark><br>и <abbr title="ГОСТ">Г</abbr>'),
    ).toBe(
      '<p><kbd>Ctrl</kbd>+<kbd>C</kbd>, H<sub>2</sub>O, <mark>да</mark><br>и\u00a0<abbr title="ГОСТ">Г</abbr></p>',
    );
    expect(oneLine('<details open>\n<summary>Ещё</summary>\n\nТекст **жирный**\n\n- раз\n\n</details>')).toBe(
      '<details open><summary>Ещё</summary><p>Текст <strong>жирный</strong></p><ul><li>раз</li></ul></details>',
    );
    expect(
      oneLine('<dl><dt>а<dd>б</dl>\n\n<table><tr><td colspan=2 align=right>а<th scope=row>б</table>'),
    ).toBe(
      '<dl><dt>а</dt><dd>б</dd></dl><table tabindex="0"><tbody><tr><td colspan="2" align="right">а</td>' +
        '<th scope="row">б</th></tr></tbody></table>',
    );
    expect(html('<pre><code>a &lt; b</code></pre>')).toContain('<code>a &#x3C; b</code>');
    expect(html('<h2>Тема</h2>')).toBe('<h2 id="h-tema" data-anchor="тема">Тема</h2>');
  });

  it.each([
    '<script>alert("x")</script>',
    '<style>a{}</style>',
    '<iframe src="https://example.com"></iframe>',
    '<b>жирный</b>',
    '<h1>Тема</h1>',
    '<!-- more -->',
    '<svg onload=alert(1)>',
    '<form><input name=a>',
    '<x-y z="</p>">',
    '<?php 1 ?>',
    '<details',
  ])('shows %s as typed', (typed) => {
    const shown = typed.replaceAll('<', '&#x3C;');
    expect(html(typed)).toBe(`<p>${shown}</p>`);
    expect(html(`до ${typed} после`).replace(/[«»]/g, '"').replaceAll('\u00a0', ' ')).toContain(shown);
    expect(html(`<div>${typed}</div>`)).not.toMatch(/<(script|style|iframe|b|h1|svg|form|input|x-y)/);
  });

  it('drops every attribute that an element does not need', () => {
    const attributes =
      'id=a name=b class=c style="color:red" onclick=d() data-embed=youtube data-footnotes dir=rtl';
    for (const element of ['kbd', 'p', 'div', 'details', 'h2', 'li', 'a', 'figure'])
      expect(html(`<ul><li><${element} ${attributes} tabindex=1>x</${element}></ul>`)).not.toMatch(
        / (id="a"|name|class|style|on|data-(?!anchor)|dir|tabindex)/,
      );
    expect(html('<td colspan=1000>')).not.toContain('1000');
    expect(html('<table><td colspan=1000 rowspan=x align=evil>x')).toContain('<td colspan="100">x');
  });

  it.each([
    'javascript:x()',
    ' java&#115;cript:x()',
    'java&Tab;script:x()',
    'data:text/html,x',
    'vbscript:x',
  ])('drops the URL %s in HTML', (url) => {
    expect(html(`<a href="${url}">x</a>`)).toBe('<p><a>x</a></p>');
    expect(html(`<img src="${url}" alt=x>`)).toBe('<p>x</p>');
  });

  it('ends every element with the Markdown element around it', () => {
    expect(oneLine('> <u>а\n\n<mark>б</u>\n\nв</mark></div>')).toBe(
      '<blockquote><p><u>а</u></p></blockquote><p><mark>б</mark></p><p>в</p>',
    );
    expect(oneLine('Слово[^1]\n\n<details><summary>а</summary>\n\nб\n\n[^1]: в')).toMatch(
      /<p>б<\/p><\/details><section/,
    );
    expect(html('а <div>б</div> в')).toBe('<p>а </p><div>б</div><p> в</p>');
    expect(html('<li>а</li><td>б</td><summary>в</summary>')).toBe('<p>абв</p>');
  });

  it('shows pictures of the site with captions and full size, others as links', () => {
    const path = `ab/${'c'.repeat(40)}.webp`;
    const known: KnownPictures = {
      origin: 'https://site.example',
      byPath: { [path]: { width: 800, height: 600, tint: null, sources: [] } },
    };
    const figure =
      '<figure>\n<img src="/media/' +
      path +
      '" alt="Мост" width=1 style="x">\n<figcaption>Вид</figcaption></figure>';
    const shown = renderMarkdown(figure, known).html;
    expect(shown).toContain(
      `<a class="full-size" href="/media/${path}" aria-label="Открыть изображение: Мост"><img`,
    );
    expect(shown).toContain('width="800" height="600" loading="lazy"');
    expect(shown).toContain('<figcaption>Вид</figcaption>');
    const alone = renderMarkdown(
      `<img src="https://site.example/media/${path}" alt="Мост" title="Вид">`,
      known,
    ).html;
    expect(alone).toMatch(/^<figure><a class="full-size".*<figcaption>Вид<\/figcaption><\/figure>$/);
    expect(html('<a href="/x"><img src="https://example.com/a.png" alt="знак"></a>')).toBe(
      '<p><a href="/x">знак</a></p>',
    );
    expect(html('<img src="https://example.com/a.png" alt="вид">')).toContain(
      'rel="nofollow ugc noopener">вид</a>',
    );
  });

  it('leaves the tags out of excerpt, search text and reading time', () => {
    const markdown =
      '<figure><figcaption>Подпись</figcaption></figure>\n\n<div>Нажмите <kbd>a - "b"</kbd> и "ждите"</div>\n\n<ul><li>раз<li>два</ul>';
    expect(renderMarkdown(markdown)).toMatchObject({
      excerpt: 'Нажмите a - "b" и «ждите» раз два',
      text: 'Подпись\nНажмите a - "b" и "ждите"\nраз\nдва',
    });
    expect(renderMarkdown('<kbd>а</kbd> '.repeat(180)).readingTimeMinutes).toBe(1);
  });

  it('refuses nesting and misplaced parts that would be expensive', () => {
    expect(() => html('<div>'.repeat(101))).toThrow(TooDeepError);
    expect(() => html('> '.repeat(60) + '<span>'.repeat(60))).toThrow(TooDeepError);
    expect(() => html(`<table>${'а<br>'.repeat(1_001)}`)).toThrow(ComplexityLimitError);
    expect(() => html('<p>а\n\n<li>б'.repeat(1_000))).not.toThrow();
  });
});
