import { Fragment, type Mark, type Node, type Schema } from '@tiptap/pm/model';
import fc from 'fast-check';

/** Words that can be read as Markdown syntax, depending on their position. */
const ambiguousWords = [
  '#',
  '##',
  '>',
  '-',
  '+',
  '*',
  '1.',
  '1)',
  '12.',
  '=',
  '===',
  '---',
  '***',
  '```',
  '~~~',
  '~~',
  '~',
  '_',
  '__',
  '`',
  '``',
  '|',
  '||',
  '\\',
  '[',
  ']',
  '[x]',
  '[ ]',
  '[^1]',
  '[^1]:',
  '[a]:',
  '(',
  ')',
  '![',
  '<',
  '>',
  '<b>',
  '</b>',
  '<kbd>',
  '<br>',
  '<!--',
  '&amp;',
  '&',
  '&#35;',
  'a_b_c',
  '*a*',
  '**b**',
  '_c_',
  '`d`',
  '[e](f)',
  '!',
  ':',
  '«',
  '»',
  '"',
  '—',
  '…',
  '#тег',
  '100%',
  '$',
  '^',
];
const words = ['слово', 'дом', 'Ёж', 'два', 'три', 'x', 'И', 'ok', '😀', 'ы', '«Вокзал»', 'тире —', 'конец.'];
const code = ['x = 1', 'a`b', '`', '``', ' a ', '<b>', '|', '\\', 'два слова', '*', '[x](y)'];
const footnoteLabels = ['1', '12', 'два'];
const addresses = [
  'https://example.ru/',
  '/posts/x',
  'https://example.ru/a(b)',
  'mailto:me@example.ru',
  'https://ru.wikipedia.org/wiki/Ёж',
  '#place',
  'https://example.ru/?a=1&b=2',
];

/** Arbitrary documents that can be created in the editor. */
export function documents(schema: Schema): fc.Arbitrary<Node> {
  const make = (
    name: string,
    attributes: Record<string, unknown> | null,
    content: readonly Node[] = [],
  ): Node =>
    (schema.nodes[name] as NonNullable<(typeof schema.nodes)[string]>).create(
      attributes,
      Fragment.fromArray([...content]),
    );
  const text = fc
    .array(
      fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...words) }, fc.constantFrom(...ambiguousWords)),
      {
        minLength: 1,
        maxLength: 4,
      },
    )
    .chain((parts) => fc.constantFrom(' ', ' ', '', '  ').map((space) => parts.join(space)));
  const marks = fc.subarray(['bold', 'italic', 'strike', 'sup', 'mark']).chain((names) =>
    fc.option(fc.constantFrom(...addresses), { freq: 6 }).map((href): readonly Mark[] => {
      let set: readonly Mark[] = [];
      for (const name of names) set = schema.mark(name).addToSet(set);
      return href ? schema.mark('link', { href }).addToSet(set) : set;
    }),
  );
  const word = fc
    .tuple(
      text,
      fc.oneof({ weight: 2, arbitrary: fc.constant<readonly Mark[]>([]) }, marks),
      fc.constantFrom('', ' ', '  '),
      fc.constantFrom('', ' '),
    )
    .map(([value, set, before, after]) => schema.text(before + value + after, set));
  const codeWord = fc
    .tuple(fc.constantFrom(...code), marks)
    .map(([value, set]) => schema.text(value, schema.mark('code').addToSet(set)));
  const lineBreak = fc.constant(null).map(() => make('hardBreak', null));
  const note = fc.constantFrom(...footnoteLabels).map((label) => make('footnoteReference', { label }));
  const inline = fc.array(fc.oneof({ weight: 6, arbitrary: word }, codeWord, lineBreak, note), {
    maxLength: 5,
  });
  const footnotes = footnoteLabels.map((label) =>
    make('footnote', { label }, [schema.text(`Сноска ${label}`)]),
  );

  const paragraph = inline.map((content) => make('paragraph', null, content));
  const heading = fc
    .tuple(fc.integer({ min: 1, max: 6 }), inline)
    .map(([level, content]) => make('heading', { level }, content));
  const codeBlock = fc
    .tuple(
      fc.option(fc.constantFrom('js', 'python', 'c++')),
      fc.array(fc.constantFrom('x = 1', '', '```', '~~~', '    y', '<b>', '# z', '\t'), { maxLength: 5 }),
    )
    .map(([language, lines]) => {
      const value = lines.join('\n');
      return make('codeBlock', { language }, value ? [schema.text(value)] : []);
    });
  const rule = fc.constant(null).map(() => make('horizontalRule', null));
  const caption = fc.constantFrom('', 'Мост', 'с "кавычками"', 'a [b] *c*', 'x) y', '\\', '&amp;', "it's");
  const picture = fc
    .tuple(
      fc.constantFrom(`/media/ab/${'c'.repeat(40)}.webp`, '/media/a b.webp', '/media/(x).webp'),
      caption,
      caption,
    )
    .map(([src, alt, title]) => make('picture', { src, alt, caption: title }));
  const gallery = fc
    .array(picture, { minLength: 1, maxLength: 3 })
    .map((content) => make('gallery', null, content));
  const embed = fc
    .constantFrom(
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
      'https://vkvideo.ru/video-22822305_456241864',
      'https://t.me/durov/43',
    )
    .map((address) => make('embed', { address }));
  const table = fc
    .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 }))
    .chain(([rows, columns]) =>
      fc.tuple(
        fc.array(fc.constantFrom(null, 'left', 'center', 'right'), {
          minLength: columns,
          maxLength: columns,
        }),
        fc.array(fc.array(inline, { minLength: columns, maxLength: columns }), {
          minLength: rows,
          maxLength: rows,
        }),
      ),
    )
    .map(([align, rows]) =>
      make(
        'table',
        null,
        rows.map((cells, row) =>
          make(
            'tableRow',
            null,
            cells.map((content, column) =>
              make(row === 0 ? 'tableHeader' : 'tableCell', { align: align[column] ?? null }, [
                make('paragraph', null, content),
              ]),
            ),
          ),
        ),
      ),
    );
  const { block } = fc.letrec<{ block: Node; item: Node[]; list: Node; quote: Node }>((tie) => ({
    block: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      { weight: 4, arbitrary: paragraph },
      heading,
      codeBlock,
      rule,
      gallery,
      table,
      tie('list'),
      tie('quote'),
    ),
    item: fc
      .tuple(paragraph, fc.array(tie('block'), { maxLength: 2 }))
      .map(([first, others]) => [first, ...others]),
    quote: fc
      .array(tie('block'), { minLength: 1, maxLength: 3 })
      .map((content) => make('blockquote', null, content)),
    list: fc
      .tuple(
        fc.constantFrom('bulletList', 'orderedList', 'taskList'),
        fc.boolean(),
        fc.integer({ min: 0, max: 12 }),
        fc.array(fc.tuple(tie('item'), fc.boolean()), { minLength: 1, maxLength: 3 }),
      )
      .map(([name, loose, start, items]) =>
        make(
          name,
          name === 'orderedList' ? { loose, start } : { loose },
          items.map(([content, checked]) =>
            name === 'taskList' ? make('taskItem', { checked }, content) : make('listItem', null, content),
          ),
        ),
      ),
  }));
  return fc
    .array(fc.oneof({ weight: 8, arbitrary: block }, embed), { minLength: 1, maxLength: 5 })
    .map((content) => make('doc', null, [...content, ...footnotes]));
}
