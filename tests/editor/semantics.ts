import type { Node } from '@tiptap/pm/model';
import { isStoredPath, mediaPrefix } from '#server/platform/media-url.ts';

const inlineTags: Record<string, string> = {
  strong: 'bold',
  em: 'italic',
  del: 'strike',
  code: 'code',
  a: 'link',
  sup: 'sup',
  mark: 'mark',
};
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' };
/** Tags without semantics of their own. */
const ignoredTags = new Set(['tbody', 'thead', 'input']);

/**
 * The semantics of a rendered page: its blocks and words, each word with its marks. Spaces carry no marks; the order of
 * nested marks and the whitespace between blocks are ignored.
 */
export function htmlSemantics(html: string): string[] {
  const writer = createSemanticsWriter();
  const marks: string[] = [];
  let isCode = false;
  for (const [, close, tag, attributes = '', text] of removeCodeFrames(
    replaceFigures(replaceEmbedCards(replaceFootnotes(html))),
  ).matchAll(/<(\/?)([a-z0-9]+)([^>]*)>|([^<]+)/g)) {
    if (text !== undefined) {
      // The renderer ends every code block with a line break.
      writer.addText(isCode ? decode(text).replace(/\n$/, '') : decode(text), marks, isCode);
      continue;
    }
    if (tag === undefined || ignoredTags.has(tag)) {
      if (tag === 'input') writer.addBlock(attributes.includes(' checked') ? '[x]' : '[ ]');
      continue;
    }
    if (tag === 'pre') isCode = close === '';
    const mark = isCode ? undefined : inlineTags[tag];
    if (mark) {
      if (close)
        marks.splice(
          marks.findLastIndex((name) => name.startsWith(mark)),
          1,
        );
      else marks.push(mark === 'link' ? `link ${attribute(attributes, 'href')}` : mark);
    } else if (tag === 'br') writer.addBlock('br');
    else if (tag === 'img')
      writer.addBlock(
        `img ${attribute(attributes, 'src')}|${['alt', 'title'].map((name) => revertTypography(attribute(attributes, name))).join('|')}`,
      );
    else if (!(isCode && tag === 'code')) writer.addBlock(`${close}${tag}`);
    else if (!close) writer.addBlock(`language ${/language-([^" ]+)/.exec(attributes)?.[1] ?? ''}`);
  }
  return writer.finish();
}

/** The mark of a footnote, whose number depends on those before it. The texts of footnotes are below the article. */
const footnoteMark = 'ⁿ';
const replaceFootnotes = (html: string): string =>
  html
    .replace(/<sup><a [^>]*data-footnote-ref.*?<\/sup>/g, footnoteMark)
    .replace(/<section[^>]*class="footnotes".*?<\/section>/s, '');

/** A video card is equivalent to the link to its URL. */
const replaceEmbedCards = (html: string): string =>
  html.replace(/<figure data-embed="\w+">.*?<a href="([^"]*)".*?<\/figure>/g, '<p><a href="$1">$1</a></p>');

/** The page frames every code block and colours its parts. */
const removeCodeFrames = (html: string): string =>
  html.replace(/<div class="code-block"[^>]*>(<pre.*?<\/pre>)<\/div>/gs, (_whole, code: string) =>
    code.replace(/<\/?span[^>]*>/g, ''),
  );

/** A figure is equivalent to an image with its caption as title, a gallery to a paragraph of images. */
const replaceFigures = (html: string): string =>
  html
    .replace(
      /<figure[^>]*>(?:<a [^>]*>)?(<img [^>]*?)>(?:<\/a>)?(?:<figcaption>(.*?)<\/figcaption>)?<\/figure>/g,
      (_whole, image: string, caption?: string) =>
        `<p>${image}${caption === undefined ? '' : ` title="${caption.replaceAll('"', '&quot;')}"`}></p>`,
    )
    .replace(
      /<div class="gallery">(.*?)<\/div>/g,
      (_whole, figures: string) => `<p>${figures.replace(/<\/?p>/g, '')}</p>`,
    );

/** Reverts the typography of quotation marks, dashes and spaces. */
const revertTypography = (text: string): string =>
  text
    .replace(/[«»„“]/g, '"')
    .replace(/(?<=^|\s)--(?=\s|$)|[–—]/g, '-')
    .replaceAll('\u00a0', ' ');

/** The semantics of an editor document, without Markdown in between. */
export function documentSemantics(doc: Node): string[] {
  const writer = createSemanticsWriter();
  for (const node of doc.children) describeNode(node, writer);
  return writer.finish();
}

const wordPrefix = '·';

type SemanticsWriter = ReturnType<typeof createSemanticsWriter>;

function createSemanticsWriter() {
  const parts: string[] = [];
  let pendingSpace = false;
  let last: { marks: string; text: string } | null = null;
  const flush = (): void => {
    if (last) parts.push(`${wordPrefix}${last.text}/${last.marks}`);
    last = null;
  };
  return {
    addText(text: string, marks: readonly string[], isVerbatim = false): void {
      if (isVerbatim) {
        if (text === '') return;
        parts.push(JSON.stringify(text));
        return;
      }
      const names = [...new Set(marks)].sort().join('+');
      for (const [part] of revertTypography(text).matchAll(/[ \t\n]+|[^ \t\n]+/g)) {
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
    addBlock(name: string): void {
      flush();
      pendingSpace = false;
      parts.push(name);
    },
    finish(): string[] {
      flush();
      return parts.filter((part, index) => {
        if (part === 'br') return hasAdjacentWord(parts, index, -1) && hasAdjacentWord(parts, index, 1);
        // Whether a list item contains paragraphs depends on blank lines and is ignored.
        return part !== 'p' && (part !== '/p' || parts[index + 1] === 'p');
      });
    },
  };
}

/** A line break at the edge of a block has no effect. */
function hasAdjacentWord(parts: readonly string[], from: number, step: 1 | -1): boolean {
  let index = from + step;
  while (parts[index] === 'br' || parts[index] === ' ') index += step;
  return parts[index]?.startsWith(wordPrefix) ?? false;
}

function describeNode(node: Node, writer: SemanticsWriter): void {
  const contents = (): void => {
    for (const child of node.children) describeNode(child, writer);
  };
  const wrap = (tag: string, within = contents): void => {
    writer.addBlock(tag);
    within();
    writer.addBlock(`/${tag}`);
  };
  const words = (): void => {
    for (const child of node.children) describeInline(child, writer);
  };
  const list = (tag: string): void => wrap(tag, () => describeItems(node, writer));
  const { name } = node.type;
  if (name === 'footnote' || !hasContent(node)) return;
  if (name === 'paragraph') wrap('p', words);
  else if (name === 'heading') wrap(`h${node.attrs.level}`, () => describeLine(node, writer));
  else if (name === 'horizontalRule') writer.addBlock('hr');
  else if (name === 'bulletList' || name === 'taskList') list('ul');
  else if (name === 'orderedList') list('ol');
  else if (name === 'table') wrap('table', () => describeRows(node, writer));
  else if (name === 'embed')
    wrap('p', () => writer.addText(node.attrs.address, [`link ${node.attrs.address}`]));
  else if (name === 'gallery')
    wrap('p', () =>
      node.forEach(({ attrs }) => {
        if (isStoredPath(attrs.src.replace(mediaPrefix, '')))
          writer.addBlock(
            `img ${attrs.src}|${revertTypography(attrs.alt)}|${revertTypography(attrs.caption)}`,
          );
        // The page loads only images stored by this site.
        else writer.addText(` ${attrs.alt || encodeURI(attrs.src)} `, []);
      }),
    );
  else if (name === 'codeBlock')
    wrap('pre', () => {
      writer.addBlock(`language ${node.attrs.language ?? ''}`);
      if (node.textContent) writer.addText(node.textContent, [], true);
    });
  else wrap(name);
}

function describeLine(node: Node, writer: SemanticsWriter): void {
  node.forEach((child) => {
    describeInline(child, writer, true);
  });
}

function describeRows(table: Node, writer: SemanticsWriter): void {
  table.forEach((row, _offset, index) => {
    const tag = index === 0 ? 'th' : 'td';
    writer.addBlock('tr');
    row.forEach((cell) => {
      writer.addBlock(tag);
      for (const child of cell.firstChild?.children ?? []) describeInline(child, writer);
      writer.addBlock(`/${tag}`);
    });
    writer.addBlock('/tr');
  });
}

const isFootnoteMark = ({ type }: Node): boolean => type.name === 'footnoteReference';

/** Empty paragraphs and empty tasks are not written to Markdown. */
function hasContent(node: Node): boolean {
  if (node.type.name === 'paragraph')
    return node.textContent.trim() !== '' || node.children.some(isFootnoteMark);
  return node.type.name !== 'taskList' || node.children.some((item) => item.children.some(hasContent));
}

function describeItems(list: Node, writer: SemanticsWriter): void {
  list.forEach((item) => {
    const isTask = item.type.name === 'taskItem';
    const first = item.children.find(hasContent);
    if (isTask && !first) return;
    writer.addBlock('li');
    if (isTask && (first?.type.name === 'paragraph' || first?.type.name === 'gallery'))
      writer.addBlock(item.attrs.checked ? '[x]' : '[ ]');
    item.forEach((child) => {
      describeNode(child, writer);
    });
    writer.addBlock('/li');
  });
}

function describeInline(node: Node, writer: SemanticsWriter, isOneLine = false): void {
  if (node.type.name === 'hardBreak') {
    if (isOneLine) writer.addText(' ', []);
    else writer.addBlock('br');
    return;
  }
  if (isFootnoteMark(node)) {
    writer.addText(footnoteMark, []);
    return;
  }
  const marks = node.marks.map(({ type, attrs }) =>
    type.name === 'link' ? `link ${attrs.href}` : type.name,
  );
  writer.addText(node.text ?? '', marks);
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
