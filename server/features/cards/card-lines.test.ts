import { describe, expect, it } from 'vitest';
import { nastyTitles } from '#tests/support/nasty-titles.ts';
import { cardHeight, cardWidth } from './card.ts';
import { drawCard } from './card-layout.ts';
import { setText, type TextBlock } from './card-lines.ts';
import { outline, prepareText } from './card-text.ts';

const box = { style: 'title', sizes: [60, 48, 36], lineHeight: 1.2, maxWidth: 600, maxHeight: 300 } as const;
const linesOf = ({ text, lines }: TextBlock) => lines.map(({ start, end }) => text.text.slice(start, end));
const set = (text: string, changes: object = {}) =>
  setText(text, { ...box, ...changes, sizes: [...box.sizes] });

describe('lines', () => {
  it('have similar lengths', async () => {
    const { text, lines } = await set('Как ночной трамвай возит людей и новости по городу');
    const widths = lines.map(({ width }) => width);
    expect(lines.length).toBeGreaterThan(2);
    expect(Math.min(...widths)).toBeGreaterThan(Math.max(...widths) * 0.5);
    expect(lines.map(({ start }) => text.text[start - 1] ?? ' ')).not.toContain('-');
  });

  it('keep words whole in a smaller size, and break only what fits in no size', async () => {
    const long = await set('Достопримечательности');
    expect([long.size < 60, linesOf(long)]).toEqual([true, ['Достопримечательности']]);
    const endless = await set('Ж'.repeat(60));
    expect(linesOf(endless).length).toBeGreaterThan(1);
    expect(linesOf(endless).join('')).toBe('Ж'.repeat(60));
  });

  it('end with an ellipsis after a word if the text is too long', async () => {
    const shortened = await set('Слово '.repeat(60));
    expect(linesOf(shortened).at(-1)).toMatch(/ Слово…$/);
  });

  it.each(nastyTitles)('fit into the area: %j', async (title) => {
    const block = await set(title);
    expect(block.lines.length * block.size * block.lineHeight).toBeLessThanOrEqual(box.maxHeight);
    for (const { width } of block.lines) expect(width * block.size).toBeLessThanOrEqual(box.maxWidth);
  });
});

describe('texts', () => {
  it('lose what has no glyph, and nothing else', async () => {
    const textOf = async (text: string) => (await prepareText(text, 'title')).text;
    expect(await textOf('Выставка 漢字 в Москве')).toBe('Выставка в Москве');
    expect(await textOf('а\u0301\u0000б\u2028в \u202Eг')).toBe('а\u0301 б в г');
    expect(await textOf('Ｆｕｌｌ 𝕱')).toBe('Full F');
    expect(await textOf('👩‍👩‍👧 и 1️⃣')).toBe('👩‍👩‍👧 и 1️⃣');
    expect(await textOf('漢字\uD800\u{10FFFF}')).toBe('');
  });

  it('are drawn from right to left where they are written so', async () => {
    const hebrew = await prepareText('שלום', 'title');
    expect(hebrew.isRightToLeft).toBe(true);
    const mixed = await prepareText('Слово שלום слово', 'title');
    expect(mixed.isRightToLeft).toBe(false);
    const lefts = (text: string) =>
      Array.from(text.matchAll(/translate\((\S+) /g), ([, left]) => Number(left));
    const drawn = lefts(outline(mixed, { start: 0, end: mixed.text.length, x: 0, y: 0, size: 10 }));
    expect(drawn).toEqual(drawn.toSorted((left, right) => left - right));
    expect(drawn.length).toBe(14);
  });
});

it('a card contains outlines only, and no text of its author', async () => {
  const site = { name: 'News <Site>', markColor: null };
  const card = {
    title: '</svg><script>',
    text: '&',
    label: null,
    byline: '<b>',
    emblem: null,
    picture: null,
  };
  const svg = await drawCard({ ...card, color: 'teal', site });
  expect(svg.match(/<(?!\/?(?:svg|g|path|rect)[ >])/g)).toBeNull();
  expect(svg).toMatch(new RegExp(`^<svg [^>]*width="${cardWidth}" height="${cardHeight}">`));
});
