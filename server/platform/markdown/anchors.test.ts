import { describe, expect, it } from 'vitest';
import { renderMarkdown } from './render.ts';

const html = (markdown: string) => renderMarkdown(markdown).html;
const idsOf = (page: string) => [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id ?? '');
/** Where the links `#name` lead. */
const targets = (text: string, ...names: string[]) =>
  [
    ...html(`${names.map((name) => `[x](<#${name}>)`).join(' ')}\n\n${text}`).matchAll(/ href="#([^"]*)"/g),
  ].map(([, target]) => target);

describe('links to places in a text', () => {
  it('lead to headings by the names that GitHub and Hugo give them', () => {
    expect(
      targets('## Раздел два', 'раздел-два', '%D1%80%D0%B0%D0%B7%D0%B4%D0%B5%D0%BB-%D0%B4%D0%B2%D0%B0'),
    ).toEqual(['h-razdel-dva', 'h-razdel-dva']);
    expect(targets('## Тема!\n\n## Тема\n\n## А — «Б» `в`', 'тема', 'тема-1', 'а--б-в')).toEqual([
      'h-tema',
      'h-tema--2',
      'h-a-b-v',
    ]);
  });

  it('lead to the ids and names of HTML', () => {
    const text = '<a id="zametka"></a>А <a name="Б.1">б</a> <span id="v">в</span>\n\n<h2 id="g">Глава</h2>';
    expect(targets(text, 'zametka', 'Б.1', 'v', 'g', 'глава')).toEqual([
      'user-content-zametka',
      expect.stringMatching(/^user-content-(Б|%D0%91)\.1$/),
      'user-content-v',
      'h-glava',
      'h-glava',
    ]);
  });

  it('lead to `{#id}` at the end of a heading, which is not shown', () => {
    expect(targets('## Тема *а* {#t}\n\nУстав\n===== \n\n# Да {#d} #', 't', 'd', 'тема-а')).toEqual([
      'h-tema-a-t',
      'h-da-d',
      'h-tema-a-t',
    ]);
    const { html: page, text, excerpt } = renderMarkdown('## Тема {#t}');
    expect([page, text, excerpt]).toEqual([
      '<h2 id="h-tema-t" data-anchor="t тема">Тема</h2>',
      'Тема',
      'Тема',
    ]);
    for (const heading of ['{#t}', 'Тема {#a b}', 'Тема {#}', 'Тема {#a} б', 'Тема {#a<}', 'Тема `{#a}`'])
      expect(html(`## ${heading}`)).toContain('{#');
  });

  it("lead to today's ids of headings", () => {
    expect(targets('## Тема\n\n## Тема\n\n<a id="h-tema"></a>', 'h-tema', 'h-tema--2')).toEqual([
      'h-tema',
      'h-tema--2',
    ]);
    expect(idsOf(html('## Тема {#t}\n\n## Тема t'))).toEqual(['h-tema-t', 'h-tema-t--2']);
  });

  it('lead to the first of several places with one name', () => {
    const page = html('<a id="x"></a><a id="x"></a> <span id="x"></span>\n\n## X');
    expect(idsOf(page)).toEqual(['user-content-x', 'h-x']);
    expect(targets('## X\n\n<a id="x"></a>', 'x')).toEqual(['h-x']);
    expect(targets('<a id="x"></a>\n\n## X', 'x')).toEqual(['user-content-x']);
  });

  it('stay as they are if they lead nowhere or to the page', () => {
    expect(targets('## Тема', 'no', 'comment-5', 'comments', '%', '100%25')).toEqual([
      'no',
      'comment-5',
      'comments',
      expect.anything(),
      '100%25',
    ]);
    expect(html('[x](#)')).toBe('<p><a href="#">x</a></p>');
  });

  it('do not lead to footnotes, nor footnotes to places', () => {
    const page = html('<a id="fn-1"></a>Слово[^1].\n\n## Footnote-label {#fn-1}\n\n[^1]: Сноска.');
    const note = /<li id="(note-[^"]*fn-1)"/.exec(page)?.[1];
    expect(page).toContain(`href="#${note}"`);
  });
});

describe('ids of authors', () => {
  it.each(['comment-5', 'comments', 'location', 'h-tema', 'note-1', 'fn-1', '__proto__', 'a%20b'])(
    'do not collide with the ids of the page: %s',
    (id) => {
      for (const attribute of ['id', 'name', 'ID'])
        expect(idsOf(html(`<a ${attribute}="${id}">x</a>`))).toEqual([`user-content-${id}`]);
      expect(targets(`<a id="${id}"></a>`, encodeURIComponent(id))).toEqual([
        `user-content-${id.replace('%', '%25')}`,
      ]);
    },
  );

  it.each([
    "'",
    '<',
    '>',
    '&',
    ' ',
    '=',
    '`',
    'a b',
    '',
    'x onclick',
    '&quot;&gt;<img src=x onerror=alert(1)>',
  ])('are dropped if they need quotation marks: %s', (id) => {
    expect(idsOf(html(`<a id="${id}">x</a>`))).toEqual([]);
    expect(html(`<a id="${id}">x</a>`)).not.toContain('name=');
  });
});
