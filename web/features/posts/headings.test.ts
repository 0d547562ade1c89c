import { describe, expect, it } from 'vitest';
import { extractHeadings } from './headings.ts';

const h = (level: number, id: string, inner: string) =>
  `<h${level} id="h-${id}">${inner}</h${level}>\n<p>Текст.</p>`;

describe('headingsOf', () => {
  it('takes two levels, counted from the highest level present', () => {
    const html = [h(3, 'a', 'А'), h(4, 'b', 'Б'), h(5, 'c', 'В'), h(3, 'd', 'Г')].join('\n');
    expect(extractHeadings(html).map(({ id, level }) => [id, level])).toEqual([
      ['h-a', 0],
      ['h-b', 1],
      ['h-d', 0],
    ]);
  });

  it('returns plain text, not markup', () => {
    const html = h(2, 'a', 'A &#x26; <em>b</em> &#x3C;script>') + h(2, 'b', 'Б') + h(2, 'c', 'В');
    expect(extractHeadings(html)[0]?.text).toBe('A & b <script>');
  });

  it('takes headings with other names', () => {
    const html = ['a', 'b', 'c']
      .map((id) => `<h2 id="h-${id}" data-anchor="${id} раздел">Тема</h2>`)
      .join('');
    expect(extractHeadings(html)).toHaveLength(3);
  });

  it('returns nothing for few headings or for headings without an id of the renderer', () => {
    expect(extractHeadings(h(2, 'a', 'А') + h(2, 'b', 'Б'))).toEqual([]);
    expect(extractHeadings('<h2 id="footnote-label">Примечания</h2>'.repeat(5))).toEqual([]);
    expect(extractHeadings('')).toEqual([]);
  });
});
