const repeat = (piece: string) => (length: number) => piece.repeat(Math.ceil(length / piece.length));
/** As many numbered pieces as fit. */
function numbered(length: number, piece: (index: number) => string): string {
  let text = '';
  for (let index = 1; text.length < length; index += 1) text += piece(index);
  return text;
}

/** Texts of about `length` characters that cause quadratic work in Markdown parsers and renderers, each in another way. */
export const hostileMarkdown: Record<string, (length: number) => string> = {
  'closing brackets': repeat(']'),
  'brackets in brackets': (length) => `${'['.repeat(length / 2)}a${'](b)'.repeat(length / 8)}`,
  'an open bracket': (length) => `[ ${'a '.repeat(length / 2)}`,
  'an open picture': (length) => `![ ${'a b '.repeat(length / 4)}`,
  'addresses in an open bracket': (length) => `[ ${'https://a.b '.repeat(length / 12)}`,
  'emphasis of two kinds': (length) => `${'*_'.repeat(length / 2)}a`,
  'emphasis that only ends': repeat('a*'),
  'emphasis in words': repeat('a**b'),
  'emphasis that crosses': (length) => '*a **b '.repeat(length / 14) + 'c** d*'.repeat(length / 14),
  'emphasis of two kinds that crosses': repeat('*a _b c* d_ '),
  'emphasis that begins in a link': repeat('[*a](b) c* '),
  'a run of asterisks': (length) => `${'*'.repeat(length / 2)}a${'*'.repeat(length / 2)}`,
  'runs of backticks': (length) => numbered(length, (index) => `${'`'.repeat(index)}a`),
  instructions: repeat('a<?'),
  declarations: repeat('a<!a'),
  'character data': repeat('a<![CDATA['),
  'underlined headings': repeat('a\n=\n'),
  'headings underlined twice': repeat('a\n-\n'),
  'a tight list': repeat('- a\n'),
  'lists in lists': repeat('- '),
  'empty items': repeat('-\n'),
  'a list in a list': repeat('- a\n  - b\n'),
  'lines that go on with a quote': (length) => '> a\n'.repeat(length / 8) + 'b\n'.repeat(length / 4),
  'lines of other spaces after a footnote': (length) => `[^1]: a\n${'\v\n'.repeat(length / 2)}`,
  'lines of a quote in a quote': (length) => `> > a\n${'> b\n'.repeat(length / 4)}`,
  'numbers that go on with a quote': (length) => `> a\n${'2. b\n'.repeat(length / 5)}`,
  'quotes and lists': repeat('> a\n\n- b\n\n'),
  'quotes of lists': repeat('> - a\n\n'),
  'lists of quotes': repeat('- > a\n\n'),
  'quotes with lines between': repeat('> a\r\n\r\nb\r\n\r\n'),
  'lists with headings between': repeat('- a\n# b\n'),
  'an address with a long end': (length) => `https://a${'.'.repeat(length / 2)}x${')'.repeat(length / 2)}`,
  'an address with references behind it': (length) => `https://a.b/${'&a;'.repeat(length / 3)}x`,
  footnotes: (length) => numbered(length, (index) => `[^${index}]\n\n[^${index}]: x\n\n`),
  'a long address, often referred to': (length) =>
    `[a]: /${'x'.repeat(length / 2)}\n\n${'[a]'.repeat(length / 6)}`,
  'a long address of pictures': (length) => `[a]: /${'x'.repeat(length / 2)}\n\n${'![a]'.repeat(length / 8)}`,
  'a table without its cells': (length) =>
    `${'|a'.repeat(length / 8)}|\n${'|-'.repeat(length / 8)}|\n${'a\n'.repeat(length / 4)}`,
  'blocks in blocks of HTML': repeat('<div>'),
  'text beside the cells of a table': (length) => `<table>${'a<br>'.repeat(length / 5)}`,
  'emphasis across blocks of HTML': (length) => `*a **b ~~c ${'<p>d '.repeat(length / 5)}`,
  'emphasis around many elements': (length) => `<u><div>${'<br>'.repeat(length / 4)}</u></div>`,
};

/** Similar texts that cost linear time. */
export const harmlessMarkdown: Record<string, (length: number) => string> = {
  'opening brackets': repeat('['),
  'links without an end': repeat('[a]('),
  references: (length) => `[a]: /x\n\n${'[a] '.repeat(length / 4)}`,
  definitions: (length) => numbered(length, (index) => `[a${index}]: /x\n`),
  emphasis: repeat('*a '),
  backticks: repeat('`a'),
  angles: repeat('<'),
  entities: repeat('&'),
  escapes: repeat('\\'),
  addresses: repeat('http://a'),
  mails: repeat('a@b.c '),
  'a wide table': (length) => `${'|a'.repeat(length / 4)}|\n${'|-'.repeat(length / 4)}|`,
  'a long table': (length) => `|a|\n|-|\n${'|b|\n'.repeat(length / 4)}`,
  'a loose list': repeat('- a\n\n'),
  'a quote': repeat('> а\n'),
  'quotes to the depth that is allowed': repeat(`${'>'.repeat(90)}a\n`),
  headings: repeat('## Тема\n\n'),
  fences: repeat('```\n'),
  paragraphs: repeat('а\n\n'),
  lines: repeat('а\n'),
  spaces: (length) => `а${' '.repeat(length)}б`,
  'quotation marks': repeat('"а '),
  dashes: repeat('а - б '),
  keys: repeat('<kbd>а</kbd> '),
  'paragraphs of HTML without ends': repeat('<p>а\n\n'),
  'a table of HTML': (length) => `<table>${'<tr><td>а'.repeat(length / 9)}</table>`,
};

/** One text of each kind for every run; `npm run fuzz:editor` tries all. */
export const defaultCases = [
  'closing brackets',
  'an open bracket',
  'emphasis of two kinds',
  'instructions',
  'underlined headings',
  'an address with a long end',
  'a tight list',
  'lists in lists',
  'lines that go on with a quote',
  'lines of other spaces after a footnote',
  'quotes of lists',
  'a long address, often referred to',
  'a table without its cells',
  'emphasis across blocks of HTML',
];
