import type { Node } from '@tiptap/pm/model';
import { isStoredPath, mediaPrefix } from '#server/platform/media-url.ts';

const inlineTags: Record<string, string> = {
  strong: 'bold',
  em: 'italic',
  del: 'strike',
  code: 'code',
  a: 'link',
};
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' };
/** Tags without semantics of their own. */
const silent = new Set(['tbody', 'thead', 'input']);

/**
 * The semantics of a rendered page: its blocks and words, each word with its marks. Spaces carry no marks; the order of
 * nested marks and the whitespace between blocks are ignored.
 */
export function meaningOfHtml(html: string): string[] {
  const meaning = createMeaning();
  const marks: string[] = [];
  let isCode = false;
  for (const [, close, tag, attributes = '', text] of asPictures(asLinks(html)).matchAll(
    /<(\/?)([a-z0-9]+)([^>]*)>|([^<]+)/g,
  )) {
    if (text !== undefined) {
      // The renderer ends every code block with a line break.
      meaning.say(isCode ? decode(text).replace(/\n$/, '') : decode(text), marks, isCode);
      continue;
    }
    if (tag === undefined || silent.has(tag)) {
      if (tag === 'input') meaning.block(attributes.includes(' checked') ? '[x]' : '[ ]');
      continue;
    }
    if (tag === 'pre') isCode = close === '';
    const mark = isCode ? undefined : inlineTags[tag];
    if (mark) {
      if (close)
        marks.splice(
          marks.findLastIndex((one) => one.startsWith(mark)),
          1,
        );
      else marks.push(mark === 'link' ? `link ${attribute(attributes, 'href')}` : mark);
    } else if (tag === 'br') meaning.block('br');
    else if (tag === 'img')
      meaning.block(
        `img ${attribute(attributes, 'src')}|${['alt', 'title'].map((name) => asTyped(attribute(attributes, name))).join('|')}`,
      );
    else if (!(isCode && tag === 'code')) meaning.block(`${close}${tag}`);
    else if (!close) meaning.block(`language ${/language-([^" ]+)/.exec(attributes)?.[1] ?? ''}`);
  }
  return meaning.end();
}

/** A video card is equivalent to the link to its URL. */
const asLinks = (html: string): string =>
  html.replace(/<figure data-embed="\w+">.*?<a href="([^"]*)".*?<\/figure>/g, '<p><a href="$1">$1</a></p>');

/** A figure is equivalent to an image with its caption as title, a gallery to a paragraph of images. */
const asPictures = (html: string): string =>
  html
    .replace(
      /<figure>(<img [^>]*?)>(?:<figcaption>(.*?)<\/figcaption>)?<\/figure>/g,
      (_whole, image: string, caption?: string) =>
        `<p>${image}${caption === undefined ? '' : ` title="${caption.replaceAll('"', '&quot;')}"`}></p>`,
    )
    .replace(
      /<div class="gallery">(.*?)<\/div>/g,
      (_whole, figures: string) => `<p>${figures.replace(/<\/?p>/g, '')}</p>`,
    );

/** Reverts the typography of quotation marks, dashes and spaces. */
const asTyped = (text: string): string =>
  text
    .replace(/[«»„“]/g, '"')
    .replace(/(?<=^|\s)--(?=\s|$)|[–—]/g, '-')
    .replaceAll('\u00a0', ' ');

/** The semantics of an editor document, without Markdown in between. */
export function meaningOfDocument(doc: Node): string[] {
  const meaning = createMeaning();
  for (const node of doc.children) describe(node, meaning);
  return meaning.end();
}

const wordSign = '·';

type Meaning = ReturnType<typeof createMeaning>;

function createMeaning() {
  const parts: string[] = [];
  let pendingSpace = false;
  let last: { marks: string; text: string } | null = null;
  const flush = (): void => {
    if (last) parts.push(`${wordSign}${last.text}/${last.marks}`);
    last = null;
  };
  return {
    say(text: string, marks: readonly string[], isVerbatim = false): void {
      if (isVerbatim) {
        if (text === '') return;
        parts.push(JSON.stringify(text));
        return;
      }
      const names = [...new Set(marks)].sort().join('+');
      for (const [part] of asTyped(text).matchAll(/[ \t\n]+|[^ \t\n]+/g)) {
        if (/^[ \t\n]/.test(part)) {
          pendingSpace = last !== null;
          continue;
        }
        if (last && !pendingSpace && last.marks === names) {
          last.text += part;
          continue;
        }
        flush();
        if (pendingSpace) parts.push(' ');
        pendingSpace = false;
        last = { marks: names, text: part };
      }
    },
    block(name: string): void {
      flush();
      pendingSpace = false;
      parts.push(name);
    },
    end(): string[] {
      flush();
      return parts.filter((part, index) => {
        if (part === 'br') return wordBeside(parts, index, -1) && wordBeside(parts, index, 1);
        // Whether a list item contains paragraphs depends on blank lines and is ignored.
        return part !== 'p' && (part !== '/p' || parts[index + 1] === 'p');
      });
    },
  };
}

/** A line break at the edge of a block has no effect. */
function wordBeside(parts: readonly string[], from: number, step: 1 | -1): boolean {
  let index = from + step;
  while (parts[index] === 'br' || parts[index] === ' ') index += step;
  return parts[index]?.startsWith(wordSign) ?? false;
}

function describe(node: Node, meaning: Meaning): void {
  const contents = (): void => {
    for (const child of node.children) describe(child, meaning);
  };
  const inside = (tag: string, within = contents): void => {
    meaning.block(tag);
    within();
    meaning.block(`/${tag}`);
  };
  const words = (): void => {
    for (const child of node.children) describeInline(child, meaning);
  };
  const list = (tag: string): void => inside(tag, () => describeItems(node, meaning));
  const { name } = node.type;
  if (!saysSomething(node)) return;
  if (name === 'paragraph') inside('p', words);
  else if (name === 'heading') inside(`h${node.attrs.level}`, () => describeLine(node, meaning));
  else if (name === 'horizontalRule') meaning.block('hr');
  else if (name === 'bulletList' || name === 'taskList') list('ul');
  else if (name === 'orderedList') list('ol');
  else if (name === 'table') inside('table', () => describeRows(node, meaning));
  else if (name === 'embed')
    inside('p', () => meaning.say(node.attrs.address, [`link ${node.attrs.address}`]));
  else if (name === 'gallery')
    inside('p', () =>
      node.forEach(({ attrs }) => {
        if (isStoredPath(attrs.src.replace(mediaPrefix, '')))
          meaning.block(`img ${attrs.src}|${asTyped(attrs.alt)}|${asTyped(attrs.caption)}`);
        // The page loads only images stored by this site.
        else meaning.say(` ${attrs.alt || encodeURI(attrs.src)} `, []);
      }),
    );
  else if (name === 'codeBlock')
    inside('pre', () => {
      meaning.block(`language ${node.attrs.language ?? ''}`);
      if (node.textContent) meaning.say(node.textContent, [], true);
    });
  else inside(name);
}

function describeLine(node: Node, meaning: Meaning): void {
  node.forEach((child) => {
    describeInline(child, meaning, true);
  });
}

function describeRows(table: Node, meaning: Meaning): void {
  table.forEach((row, _offset, index) => {
    const tag = index === 0 ? 'th' : 'td';
    meaning.block('tr');
    row.forEach((cell) => {
      meaning.block(tag);
      if (cell.firstChild) describeLine(cell.firstChild, meaning);
      meaning.block(`/${tag}`);
    });
    meaning.block('/tr');
  });
}

/** Empty paragraphs and empty tasks are not written to Markdown. */
function saysSomething(node: Node): boolean {
  if (node.type.name === 'paragraph') return node.textContent.trim() !== '';
  return node.type.name !== 'taskList' || node.children.some((item) => item.children.some(saysSomething));
}

function describeItems(list: Node, meaning: Meaning): void {
  list.forEach((item) => {
    const isTask = item.type.name === 'taskItem';
    const first = item.children.find(saysSomething);
    if (isTask && !first) return;
    meaning.block('li');
    if (isTask && (first?.type.name === 'paragraph' || first?.type.name === 'gallery'))
      meaning.block(item.attrs.checked ? '[x]' : '[ ]');
    item.forEach((child) => {
      describe(child, meaning);
    });
    meaning.block('/li');
  });
}

function describeInline(node: Node, meaning: Meaning, isOneLine = false): void {
  if (node.type.name === 'hardBreak') {
    if (isOneLine) meaning.say(' ', []);
    else meaning.block('br');
    return;
  }
  const marks = node.marks.map(({ type, attrs }) =>
    type.name === 'link' ? `link ${attrs.href}` : type.name,
  );
  meaning.say(node.text ?? '', marks);
}

function attribute(attributes: string, name: string): string {
  const value = decode(new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1] ?? '');
  return name === 'href' || name === 'src' ? decodeURI(value) : value;
}

function decode(text: string): string {
  return text.replace(/&(?:#x([0-9A-Fa-f]+)|#(\d+)|(\w+));/g, (_whole, hex, decimal, name) =>
    name ? (entities[name] ?? name) : String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal)),
  );
}
