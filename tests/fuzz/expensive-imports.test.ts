import { expect, it } from 'vitest';
import { splitFrontMatter } from '#server/features/imports/front-matter.ts';
import { simplifyCards } from '#server/features/imports/ghost-cards.ts';
import { htmlToMarkdown } from '#server/features/imports/html-to-markdown.ts';
import { findPictureLinks } from '#server/features/imports/picture-links.ts';
import { Refusal } from '#server/features/imports/problem.ts';
import { convertSourceText } from '#server/features/imports/source-text.ts';
import { convertWordPressText } from '#server/features/imports/wordpress-text.ts';
import { countSteps, findExcessiveSteps } from '#tests/support/step-cost.ts';
import { type Attack, denseMarkdown, generateAttacks, shortLines } from './expensive-texts.ts';

countSteps();

/** Expensive texts in files of other systems: like `expensive.test.ts`, with nested and unclosed elements in addition. */
const runs = Number(process.env.EXPENSIVE_RUNS ?? 0);
const isThorough = runs > 0;
const seed = Number(process.env.FUZZ_SEED ?? 20_261_123);

/** Steps until deeply nested HTML is refused. */
const floor = 10_000_000;

const unclosed = [
  ...[
    '<div>',
    '<b>',
    '<a href="/#">',
    '<b><a href="/#">',
    '<i title="#"><p>а',
    '<nobr id="#">',
    '<font color="#">',
  ],
  ...[
    '<blockquote>',
    '<ul><li>а',
    '<table><tr><td>',
    '<table>а',
    '<dl><dd>',
    '<figure><figcaption>а',
    '<sup> ',
    '<svg><style><g>',
  ],
  ...[
    '<details><summary>а',
    '<a href="/#"> ',
    ' <wbr>',
    '<p>а',
    '<span> </span> ',
    '<button>',
    '<template>',
    '<div><dl><dd><table><tr><td colspan=2>',
    '<div class="kg-card kg-callout-card"><p>',
    '<figure><figure><img src="#.png"></figure>',
  ],
];
/** What static blogs write: it opens and does not close. */
const openings = [
  ...['<!--', '{#- ', '{% raw %}', '{% comment %}', '{% capture a %}', '{{< a b="', "{% a '", '{{ a(b="'],
  ...['{/*', '<A b={', '![](a', '::: a', '[a]: ', '- a\n{:', 'import {', 'export a\n', '{% include a.png %}'],
];
const nested: Attack[] = [...unclosed, ...openings].map((part) => ({
  name: `${part}…`,
  make: (length) =>
    Array.from({ length: Math.ceil(length / part.length) }, (_, index) =>
      part.replaceAll('#', String(index)),
    ).join(''),
}));
const attacks = [...nested, ...generateAttacks(runs || 40, seed)];

const context = {
  siteUrl: 'https://blog.example',
  line: 1,
  findAttachment: () => undefined,
  ownPictures: () => [],
};
const denseHtml = (length: number): string =>
  '<p>да <b>и</b> <a href="/н">нет</a></p>\n<ul><li>а<li>б</ul>\n'
    .repeat(Math.ceil(length / 60))
    .slice(0, length);

const denseFields = (length: number): string =>
  Array.from({ length: Math.ceil(length / 12) }, (_, index) => `a${index}: [б, в]\n`)
    .join('')
    .slice(0, length);

const readers: Record<string, { work: (text: string) => unknown; length: number; ordinary: Attack['make'] }> =
  {
    'HTML of another system': {
      work: (text) => refusable(() => htmlToMarkdown(text, context)),
      length: isThorough ? 50_000 : 10_000,
      ordinary: denseHtml,
    },
    'a text of WordPress': {
      work: (text) => refusable(() => convertWordPressText(text, context)),
      length: isThorough ? 50_000 : 10_000,
      // Line breaks become elements there.
      ordinary: shortLines,
    },
    'a text of a static blog': {
      work: (text) =>
        refusable(() => [
          convertSourceText(text, 1, { isLiquid: true }),
          convertSourceText(text, 1, { isMdx: true }),
          findPictureLinks(text, 1),
        ]),
      length: isThorough ? 200_000 : 50_000,
      ordinary: denseMarkdown,
    },
    'cards of Ghost': {
      work: (text) => refusable(() => simplifyCards(text, () => undefined)),
      length: isThorough ? 50_000 : 10_000,
      ordinary: denseHtml,
    },
    'front matter': {
      work: (text) =>
        ['---', '+++'].map((fence) => refusable(() => splitFrontMatter(`${fence}\n${text}\n${fence}`))),
      length: isThorough ? 50_000 : 10_000,
      ordinary: denseFields,
    },
  };

function refusable(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

it.each(Object.entries(readers))(
  '%s needs no more steps for expensive texts than for ordinary ones',
  async (_name, reader) => expect(await findExcessiveSteps({ ...reader, floor, attacks })).toEqual([]),
);
