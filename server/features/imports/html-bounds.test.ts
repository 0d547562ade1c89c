import { describe, expect, it } from 'vitest';
import { boundHtml } from './html-bounds.ts';
import { htmlToMarkdown, textOfHtml } from './html-to-markdown.ts';
import { Refusal } from './problem.ts';
import { convertWordPressText } from './wordpress-text.ts';

const context = {
  siteUrl: 'https://old.example',
  line: 7,
  findAttachment: () => undefined,
  ownPictures: () => [],
};
const repeat = (part: string, count: number) =>
  Array.from({ length: count }, (_, index) => part.replaceAll('#', String(index))).join('');

describe('HTML of another system', () => {
  it.each([
    ['paragraphs without end tags', repeat('<p>Абзац <b>#</b>\n', 2_000)],
    ['lists without end tags', `<ul>${repeat('<li>Пункт #', 2_000)}</ul>`],
    ['tables without end tags', `<table>${repeat('<tr><td>#<td>да', 2_000)}</table>`],
    ['definitions without end tags', `<dl>${repeat('<dt>#<dd>да', 2_000)}</dl>`],
    ['many links', repeat('<a href="/#">а</a> ', 2_000)],
    ['links that end at the next one', repeat('<a href="/#">а', 2_000)],
    ['pictures', repeat('<img src="#.png"><br>', 2_000)],
    ['code of a program', `<script>${repeat('if (a<div) b("<b>");', 200)}</script><pre>a < b</pre>`],
    ['comments', `${repeat('<!-- <div> -->', 200)}<p>а`],
  ])('keeps %s as they are', (_name, html) => {
    expect(boundHtml(html)).toBe(html);
  });

  it.each([
    ['containers', `${'<div>'.repeat(50_000)}Текст`],
    ['containers with their end tags', `${'<div>'.repeat(50_000)}Текст${'</div>'.repeat(50_000)}`],
    ['links', `${repeat('<a href="/#">', 5_000)}Текст`],
    ['formatting with other attributes in each paragraph', `${repeat('<i title="#"><p>а', 1_500)}Текст`],
    ['formatting without a meaning', `${repeat('<nobr id="#">', 20_000)}Текст`],
    ['tables in tables', `${'<table><tr><td>'.repeat(10_000)}Текст`],
    ['quotations', `${'<blockquote>'.repeat(20_000)}Текст`],
    ['tables with wide cells in lists', `${'<div><dl><dd><table><tr><td colspan=2>'.repeat(3_000)}Текст`],
  ])('loses no text in deeply nested %s', (_name, html) => {
    expect(convertWordPressText(html, context).content).toContain('Текст');
    expect(textOfHtml(html)).toContain('Текст');
  });

  it('keeps what follows after deep nesting', () => {
    const html = `${'<div>'.repeat(3_000)}Внутри${'</div>'.repeat(3_000)}<h2>Дальше</h2><p><b>Жирно</b></p>`;
    expect(htmlToMarkdown(html, context).content).toBe('Внутри\n\n## Дальше\n\n**Жирно**');
  });

  it('is refused in one line when it is too long, or deeper for the parser than it looks', () => {
    const refusalOf = (html: string) => {
      try {
        return htmlToMarkdown(html, context);
      } catch (error) {
        return error instanceof Refusal && error.problem.key;
      }
    };
    expect(refusalOf('слово '.repeat(1_700_000))).toBe('imports.htmlTooLong');
    expect(refusalOf(`<svg><style>${'<g>'.repeat(50_000)}`)).toBe('imports.htmlTooDeep');
  });
});
