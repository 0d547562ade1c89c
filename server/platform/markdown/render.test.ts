import { describe, expect, it } from 'vitest';
import { TooDeepError } from './complexity-limit.ts';
import { renderMarkdown } from './render.ts';

const html = (markdown: string) => renderMarkdown(markdown).html;

describe('renderMarkdown', () => {
  it('renders CommonMark and GFM', () => {
    expect(html('## Тема\n\n**жирный** ~~нет~~')).toBe(
      '<h2 id="h-tema" data-anchor="тема">Тема</h2>\n<p><strong>жирный</strong> <del>нет</del></p>',
    );
    expect(html('|а|б|\n|-|-|\n|1|2|')).toContain('<table tabindex="0">');
    expect(html('- [x] готово')).toContain('<input type="checkbox" checked disabled aria-label="сделано">');
    expect(html('Слово[^1].\n\n[^1]: Сноска.')).toContain('Примечания');
  });

  it('shows one tilde as text', () => {
    const line = '20~25 °C и 10~15 °C, H~2~O, путь ~/a:~/b';
    expect(html(`${line}, ~~нет~~`)).toContain('H~2~O, путь ~/a:~/b, <del>нет</del>');
  });

  it('links footnote marks and notes with ids that are unique to each text', () => {
    const notes = 'Раз[^1], два[^Имя] и снова[^1].\n\n[^1]: Сноска.\n[^Имя]: Вторая.';
    const [first, second] = [html(notes), html(`${notes}\n\nЕщё.`)];
    const idsOf = (page: string) => [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id ?? '');
    const targets = [...first.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id ?? '');
    expect(targets).toHaveLength(6);
    expect(idsOf(first)).toEqual(expect.arrayContaining(targets));
    expect(targets.map(decodeURIComponent)).toEqual(targets);
    expect(idsOf(first)).toContain(/ aria-describedby="([^"]+)"/.exec(first)?.[1]);
    expect(new Set([...idsOf(first), ...idsOf(second)]).size).toBe(2 * idsOf(first).length);
    expect(html(notes)).toBe(first);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'vbscript:x', 'java\nscript:x'])(
    'drops the URL %s',
    (address) =>
      expect(html(`[текст](<${address.replace('\n', '&#10;')}>)`)).not.toMatch(/href="(java|data|vb)/),
  );

  it('sets rel on external links', () => {
    expect(html('[сайт](https://example.com)')).toContain('rel="nofollow ugc noopener"');
    expect(html('[пост](/posts/x)')).not.toContain('rel=');
  });

  it('turns pictures of other sites into links and invalid picture paths into text', () => {
    expect(html('![мост](https://example.com/x.png)')).toBe(
      '<p><a href="https://example.com/x.png" rel="nofollow ugc noopener">мост</a></p>',
    );
    for (const address of ['//example.com/x.png', '/media/../x.png', '/media/ab/c.webp', '/media/x.svg'])
      expect(html(`![мост](${address})`)).toBe('<p>мост</p>');
  });

  it('shows a single URL of a known service as a card that loads nothing', () => {
    expect(html('https://youtu.be/dQw4w9WgXcQ')).toBe(
      '<figure data-embed="youtube"><figcaption><strong>Видео на\u00a0YouTube</strong><span>https://youtu.be/dQw4w9WgXcQ</span></figcaption>' +
        '<a href="https://youtu.be/dQw4w9WgXcQ" rel="nofollow ugc noopener">Показать видео</a></figure>',
    );
    expect(html('<https://t.me/durov/43>')).toContain('Показать запись');
    expect(html('[https://youtu.be/dQw4w9WgXcQ](https://youtu.be/dQw4w9WgXcQ "Ночной <рейс>")')).toContain(
      '<strong>Ночной &#x3C;рейс></strong><span>YouTube · https://youtu.be/dQw4w9WgXcQ</span>',
    );
  });

  it.each([
    'Вот https://youtu.be/dQw4w9WgXcQ',
    '[видео](https://youtu.be/dQw4w9WgXcQ)',
    '[https://youtu.be/dQw4w9WgXcQ](https://example.com)',
    '- https://youtu.be/dQw4w9WgXcQ',
    'https://youtu.be.example.com/dQw4w9WgXcQ',
    'https://youtu.be/dQw4w9WgXcQ"onload="alert(1)',
    '<figure data-embed="youtube"><a href="https://youtu.be/dQw4w9WgXcQ">x</a></figure>',
  ])('creates no card for %s', (markdown) => expect(html(markdown)).not.toContain('data-embed='));

  it('gives headings unique ids from their words', () => {
    const names = (markdown: string) =>
      [...html(markdown).matchAll(/<h\d id="([^"]*)"/g)].map(([, id]) => id);
    expect(names('# Час *ночи*\n\n## Тема\n\n## Тема\n\n## Тема 2\n\n### !!!\n\n## 2026')).toEqual([
      'h-chas-nochi',
      'h-tema',
      'h-tema--2',
      'h-tema-2',
      'h-section',
      'h-2026-section',
    ]);
    expect(html('Слово[^1].\n\n[^1]: Сноска.')).not.toContain('"h-');
  });

  it('returns an excerpt without markup, cut at a word boundary', () => {
    expect(renderMarkdown('Текст с **жирным** и [ссылкой](/x).').excerpt).toBe('Текст с жирным и ссылкой.');
    const { excerpt } = renderMarkdown('слово '.repeat(100));
    expect(excerpt.length).toBeLessThanOrEqual(200);
    expect(excerpt).toMatch(/слово…$/);
  });

  it('keeps what is raised and lowered in the excerpt', () => {
    const source =
      'Масса 10<sup>6</sup> кг, CO<sub>2</sub>, 5 м<sup>2</sup>, x<sup>n+1</sup>, 10<sup>-3</sup>, 1<sup>й</sup>, x<sub>*i*</sub>';
    const { excerpt, text } = renderMarkdown(source);
    expect(excerpt).toBe('Масса 10⁶ кг, CO₂, 5 м², xⁿ⁺¹, 10⁻³, 1й, xi');
    expect(text).toContain('CO2');
  });

  it('renders a code block that begins with a blank line beside HTML', () => {
    expect(renderMarkdown('<kbd>x</kbd>\n\n```\n\ny\n```').html).toContain('<code>\ny\n</code>');
  });

  it('typesets quotation marks and dashes of the excerpt outside code, without non-breaking spaces', () => {
    const { excerpt, text } = renderMarkdown('Он - "важный", `a - "b"`.\n\n"Она *тоже*" в\nдоме');
    expect(excerpt).toBe('Он — «важный», a - "b". «Она тоже» в доме');
    expect(text).toBe('Он - "важный", a - "b".\n"Она тоже" в доме');
    expect(renderMarkdown(`"${'слово '.repeat(100)}"`).excerpt).toMatch(/^«слово/);
  });

  it('leaves headings, pictures, code, tables and single URLs out of the excerpt', () => {
    const video = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
    const besides = `![Вагон](/media/a.webp)\n\n${video}\n\n\`\`\`\ncode\n\`\`\`\n\n|А|\n|-|\n|1|`;
    const { excerpt, text } = renderMarkdown(`# Глава\n\n${besides}\n\nПервый. ![Мост](/b.webp)\n\n- второй`);
    expect(excerpt).toBe('Первый. второй');
    expect(text).toContain('Глава\nВагон');
    expect(renderMarkdown('## Только заголовок').excerpt).toBe('Только заголовок');
  });

  it('computes the reading time from the number of words', () => {
    expect(renderMarkdown('').readingTimeMinutes).toBe(1);
    expect(renderMarkdown('слово '.repeat(361)).readingTimeMinutes).toBe(3);
  });

  it('refuses nesting that would exhaust the stack', () => {
    expect(() => renderMarkdown(`${'>'.repeat(500)} x`)).toThrow(TooDeepError);
  });
});
