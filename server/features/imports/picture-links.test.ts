import { describe, expect, it } from 'vitest';
import { countSteps, findExcessiveSteps } from '#tests/support/step-cost.ts';
import { findPictureLinks, replacePictureTargets } from './picture-links.ts';

countSteps();

const targets = (markdown: string) => findPictureLinks(markdown, 1).map(({ target }) => target);

describe('pictureLinks', () => {
  it.each([
    ['![План](plan.png)', 'plan.png'],
    ['![](plan.png "Подпись")', 'plan.png'],
    ["![a]( ./img/plan.png 'Подпись' )", './img/plan.png'],
    ['![a](<мой план.png>)', 'мой план.png'],
    ['![a](my%20plan.png)', 'my plan.png'],
    ['![a](plan\\_1.png)', 'plan_1.png'],
    ['![a](plan(1).png)', 'plan(1).png'],
    ['![a](plan.png?v=2#top)', 'plan.png'],
    ['![см. [1]](plan.png)', 'plan.png'],
    ['[![a](plan.png)](https://example.com)', 'plan.png'],
    ['![a](/img/plan.png)', '/img/plan.png'],
    ['![a][p]\n\n[p]: plan.png', 'plan.png'],
    ['![a](100%.png)', '100%.png'],
  ])('finds the picture in %s', (markdown, target) => {
    expect(targets(markdown)).toEqual([target]);
  });

  it.each([
    '![a](https://example.com/plan.png)',
    '![a](//example.com/plan.png)',
    '![a](data:image/png;base64,AAAA)',
    '![a](/media/ab/abc.webp)',
    '![a](#plan)',
    '[план](plan.png)',
    '\\![a](plan.png)',
    '`![a](plan.png)`',
    '`` `![a](plan.png) ``',
    '```md\n![a](plan.png)\n```',
    '~~~\n![a](plan.png)\n```\n![a](plan.png)',
    '[link]: https://example.com/plan.png',
    '[link]: plan.html',
    '[^1]: plan.png',
  ])('ignores %j', (markdown) => {
    expect(targets(markdown)).toEqual([]);
  });

  it('finds pictures around code', () => {
    const markdown = '![a](a.png)\n\n```\n![b](b.png)\n```\n\n![c](c.png) `x` ![d](d.png)';
    expect(targets(markdown)).toEqual(['a.png', 'c.png', 'd.png']);
  });

  it('does not treat a single backtick as the start of code', () => {
    expect(targets('Знак ` здесь.\n\n![a](a.png)\n\nИ ` там.')).toEqual(['a.png']);
  });

  it('returns the line', () => {
    expect(findPictureLinks('Текст.\n\n![a](a.png)', 8)).toEqual([{ target: 'a.png', line: 10 }]);
  });

  it.each(['![', '![a](', '[![a', '`', '```\n', '![a](x.png "', '![a]( '.padEnd(40), '\\[', '[a]:'])(
    'takes no more steps for a repeated %j than for links',
    async (piece) => {
      const row = (text: string) => (length: number) => text.repeat(length / text.length);
      const comparison = {
        work: targets,
        attacks: [{ name: piece, make: row(piece) }],
        ordinary: row('[a](b.png) '),
        length: 200_000,
        floor: 20_000_000,
      };
      expect(await findExcessiveSteps(comparison)).toEqual([]);
    },
  );
});

it('finds and replaces the pictures of HTML', () => {
  const markdown =
    '<figure>\n<img alt="a" src="/img/a.png"><img src=b.png>\n</figure> `<img src="c.png">` <img src="https://e.com/d.png">';
  expect(findPictureLinks(markdown, 1).map(({ target }) => target)).toEqual(['/img/a.png', 'b.png']);
  expect(
    replacePictureTargets('<img alt="a" src="/img/a.png">', new Map([['/img/a.png', '/media/1.webp']])),
  ).toBe('<img alt="a" src="/media/1.webp">');
});

describe('withPictureAddresses', () => {
  it('replaces only the URLs of known pictures', () => {
    const markdown =
      '![a](<a b.png> "Т") и ![c](https://e.com/c.png), `![a](a.png)`, ![d](d.png)\n\n[e]: e.gif';
    const addresses = new Map([
      ['a b.png', '/media/1.webp'],
      ['e.gif', '/media/2.webp'],
    ]);
    expect(replacePictureTargets(markdown, addresses)).toBe(
      '![a](/media/1.webp "Т") и ![c](https://e.com/c.png), `![a](a.png)`, ![d](d.png)\n\n[e]: /media/2.webp',
    );
  });
});
