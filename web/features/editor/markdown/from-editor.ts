import type { Mark, Node } from '@tiptap/pm/model';
import type {
  AlignType,
  BlockContent,
  Heading,
  Image,
  ListItem,
  PhrasingContent,
  RootContent,
  TableCell,
  TableRow,
} from 'mdast';
import { nestMarks, type Piece } from './nest-marks.ts';

/** A paragraph that consists of one URL, written without brackets. */
export type LoneAddress = { type: 'loneAddress'; value: string };

/** Converts a block of the editor to a Markdown node; null for an empty block. */
export function fromEditor(node: Node): RootContent | null {
  switch (node.type.name) {
    case 'embed':
      return { type: 'loneAddress', value: String(node.attrs.address) } as unknown as RootContent;
    case 'sourceBlock':
      // The serializer writes the value of an HTML node unchanged.
      return node.textContent.trim() === '' ? null : { type: 'html', value: node.textContent };
    case 'footnote':
      return convertFootnote(node);
    default:
      return convertBlock(node);
  }
}

/** A footnote; without a label, as the second half of a split one, it is a paragraph. */
function convertFootnote(node: Node): RootContent | null {
  const label = String(node.attrs.label);
  const content = phrasing(node);
  const children: BlockContent[] = content.length === 0 ? [] : [{ type: 'paragraph', children: content }];
  if (label === '') return children[0] ?? null;
  return { type: 'footnoteDefinition', identifier: label.toLowerCase(), label, children };
}

function convertBlock(node: Node): BlockContent | null {
  switch (node.type.name) {
    case 'paragraph': {
      const content = withoutDefinition(phrasing(node));
      return content.length === 0 ? null : { type: 'paragraph', children: content };
    }
    case 'heading':
      return {
        type: 'heading',
        depth: node.attrs.level as Heading['depth'],
        children: phrasing(node, { lineBreak: 'space' }),
      };
    case 'blockquote':
      return { type: 'blockquote', children: blocks(node) };
    case 'codeBlock':
      return { type: 'code', lang: node.attrs.language, meta: node.attrs.meta, value: node.textContent };
    case 'horizontalRule':
      return { type: 'thematicBreak' };
    case 'table':
      return convertTable(node);
    case 'gallery':
      return { type: 'paragraph', children: pictures(node) };
    default:
      return convertList(node);
  }
}

/** A colon after the mark of a footnote at the beginning would make the paragraph the text of the footnote. */
function withoutDefinition(content: PhrasingContent[]): PhrasingContent[] {
  const [mark, text, ...rest] = content;
  if (mark?.type !== 'footnoteReference' || text?.type !== 'text' || !text.value.startsWith(':'))
    return content;
  return [mark, { type: 'html', value: '&#58;' }, { ...text, value: text.value.slice(1) }, ...rest];
}

function blocks(node: Node): BlockContent[] {
  return node.children.map(convertBlock).filter((block) => block !== null);
}

function convertList(node: Node): BlockContent | null {
  const spread = node.attrs.loose === true;
  const isTask = node.type.name === 'taskList';
  const items = node.children.map((item): ListItem => {
    const children = blocks(item);
    // Markdown has no empty task: its checkbox would be parsed as text.
    const checked = isTask && children[0]?.type === 'paragraph' ? item.attrs.checked === true : null;
    return { type: 'listItem', spread, checked, children };
  });
  const children = isTask ? items.filter((item) => item.children.length > 0) : items;
  if (children.length === 0) return null;
  const isOrdered = node.type.name === 'orderedList';
  return { type: 'list', ordered: isOrdered, start: isOrdered ? node.attrs.start : null, spread, children };
}

function convertTable(node: Node): BlockContent {
  const rows = node.children.map(
    (row): TableRow => ({
      type: 'tableRow',
      children: row.children.map(
        (cell): TableCell => ({
          type: 'tableCell',
          children: cell.firstChild ? phrasing(cell.firstChild, { lineBreak: 'tag' }) : [],
        }),
      ),
    }),
  );
  const align = (node.firstChild?.children ?? []).map((cell) => cell.attrs.align as AlignType);
  return { type: 'table', align, children: rows };
}

function pictures(gallery: Node): PhrasingContent[] {
  const images = gallery.children.map(
    ({ attrs }): Image => ({ type: 'image', url: attrs.src, alt: attrs.alt, title: attrs.caption || null }),
  );
  return images.flatMap((image, index) => (index === 0 ? [image] : [{ type: 'text', value: '\n' }, image]));
}

type LineBreak = 'break' | 'space' | 'tag';

/** The inline content of a text block. Markdown has no line breaks in headings and cells: cells have the tag. */
function phrasing(block: Node, { lineBreak = 'break' }: { lineBreak?: LineBreak } = {}): PhrasingContent[] {
  const pieces = block.children.flatMap((node): Piece[] => {
    const marks = node.marks.filter(({ type }) => type.name !== 'code');
    if (node.type.name === 'hardBreak')
      return lineBreak === 'space'
        ? [{ kind: 'space', text: ' ', marks }]
        : [{ kind: 'break', text: lineBreak === 'tag' ? '<br>' : '', marks }];
    if (node.type.name === 'footnoteReference')
      return [{ kind: 'note', text: String(node.attrs.label), marks: [] }];
    const text = node.text ?? '';
    if (hasCode(node.marks)) return [{ kind: 'code', text: text.replace(/[\r\n]+/g, ' '), marks }];
    return (text.match(/[^\S\u00a0]+|(\S|\u00a0)+/g) ?? []).map((part) => {
      const isSpace = /^[^\S\u00a0]/.test(part);
      return {
        kind: isSpace ? 'space' : 'word',
        text: isSpace ? part.replace(/[\r\n]+/g, ' ') : part,
        marks,
      };
    });
  });
  return nestMarks(pieces);
}

function hasCode(marks: readonly Mark[]): boolean {
  return marks.some(({ type }) => type.name === 'code');
}
