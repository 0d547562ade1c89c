import { Fragment, type Mark, type Node, type Schema } from '@tiptap/pm/model';
import type {
  FootnoteDefinition,
  List,
  ListItem,
  Paragraph,
  PhrasingContent,
  RootContent,
  Table,
} from 'mdast';
import { findEmbedService } from '#contract/embeds.ts';
import { isHtmlElement } from '#contract/html-elements.ts';
import { isPlainLabel } from '../footnote-nodes.ts';
import { isSafeUrl } from '../safe-url.ts';
import { markNames, readHtmlTag } from './html-tags.ts';

/** Thrown for a block that the editor cannot represent; the block is shown as its source instead. */
export class UnsupportedBlockError extends Error {}

/** Converts a top-level Markdown node to a node of the editor. Throws `UnsupportedBlockError`. */
export function toEditor(schema: Schema, block: RootContent): Node {
  const address = block.type === 'paragraph' ? loneAddress(block) : null;
  const node = address ? create(schema, 'embed', { address }) : convertTopBlock(schema, block);
  try {
    node.check();
  } catch (error) {
    throw new UnsupportedBlockError('not allowed by the schema', { cause: error });
  }
  return node;
}

function create(
  schema: Schema,
  name: string,
  attributes: Record<string, unknown> | null,
  content: readonly Node[] = [],
): Node {
  const type = schema.nodes[name];
  if (!type) throw new UnsupportedBlockError(name);
  return type.create(attributes, Fragment.fromArray([...content]));
}

const convertTopBlock = (schema: Schema, block: RootContent): Node =>
  block.type === 'footnoteDefinition' ? convertFootnote(schema, block) : convertBlock(schema, block);

/** A footnote of one paragraph. */
function convertFootnote(schema: Schema, { identifier, label, children: blocks }: FootnoteDefinition): Node {
  const [paragraph, ...others] = blocks;
  if (paragraph?.type !== 'paragraph' || others.length > 0) throw new UnsupportedBlockError('long footnote');
  return create(
    schema,
    'footnote',
    { label: plainLabel(label ?? identifier) },
    inline(schema, paragraph.children),
  );
}

function plainLabel(label: string): string {
  if (!isPlainLabel(label)) throw new UnsupportedBlockError('footnote label');
  return label;
}

function convertBlock(schema: Schema, block: RootContent): Node {
  switch (block.type) {
    case 'paragraph':
      return convertParagraph(schema, block);
    case 'heading':
      return create(schema, 'heading', { level: block.depth }, inline(schema, block.children));
    case 'blockquote':
      return create(schema, 'blockquote', null, children(schema, block.children));
    case 'list':
      return convertList(schema, block);
    case 'code': {
      const attributes = { language: block.lang ?? null, meta: block.meta ?? null };
      return create(schema, 'codeBlock', attributes, block.value ? [schema.text(block.value)] : []);
    }
    case 'thematicBreak':
      return create(schema, 'horizontalRule', null);
    case 'table':
      return convertTable(schema, block);
    default:
      throw new UnsupportedBlockError(block.type);
  }
}

function children(schema: Schema, blocks: readonly RootContent[]): Node[] {
  if (blocks.length === 0) return [create(schema, 'paragraph', null)];
  return blocks.map((block) => convertBlock(schema, block));
}

function convertParagraph(schema: Schema, paragraph: Paragraph): Node {
  const pictures = paragraph.children.filter((child) => child.type === 'image');
  const isGallery = paragraph.children.every(
    (child) => child.type === 'image' || (child.type === 'text' && child.value.trim() === ''),
  );
  if (pictures.length === 0 || !isGallery)
    return create(schema, 'paragraph', null, inline(schema, paragraph.children));
  const nodes = pictures.map(({ url, alt, title }) =>
    create(schema, 'picture', { src: url, alt: alt ?? '', caption: title ?? '' }),
  );
  return create(schema, 'gallery', null, nodes);
}

/** The URL of a paragraph that consists of one URL of a known embed service. */
function loneAddress({ children: [link, ...others] }: Paragraph): string | null {
  if (link?.type !== 'link' || others.length > 0 || link.title) return null;
  const [text, ...rest] = link.children;
  if (text?.type !== 'text' || rest.length > 0 || text.value !== link.url) return null;
  return findEmbedService(link.url) ? link.url : null;
}

function convertList(schema: Schema, list: List): Node {
  const isLoose = list.spread === true || list.children.some(({ spread }) => spread === true);
  const isTask = list.children.some(isTaskItem);
  if (isTask && (list.ordered || !list.children.every(isTaskItem)))
    throw new UnsupportedBlockError('mixed tasks');
  const items = list.children.map((item) =>
    create(
      schema,
      isTask ? 'taskItem' : 'listItem',
      isTask ? { checked: item.checked } : null,
      children(schema, item.children),
    ),
  );
  if (isTask) return create(schema, 'taskList', { loose: isLoose }, items);
  if (!list.ordered) return create(schema, 'bulletList', { loose: isLoose }, items);
  return create(schema, 'orderedList', { loose: isLoose, start: list.start ?? 1 }, items);
}

function isTaskItem({ checked }: ListItem): boolean {
  return typeof checked === 'boolean';
}

function convertTable(schema: Schema, table: Table): Node {
  const columns = table.children[0]?.children.length ?? 0;
  const rows = table.children.map((row, rowIndex) => {
    if (row.children.length !== columns) throw new UnsupportedBlockError('uneven rows');
    const cells = row.children.map((cell, column) =>
      create(schema, rowIndex === 0 ? 'tableHeader' : 'tableCell', { align: table.align?.[column] ?? null }, [
        create(schema, 'paragraph', null, inline(schema, cell.children)),
      ]),
    );
    return create(schema, 'tableRow', null, cells);
  });
  return create(schema, 'table', null, rows);
}

/** Inline content. The tags of an element are siblings of its text. */
function inline(schema: Schema, content: readonly PhrasingContent[], marks: readonly Mark[] = []): Node[] {
  const open: { name: string; outer: readonly Mark[] }[] = [];
  let current = marks;
  const nodes = content.flatMap((node): Node[] => {
    const tag = node.type === 'html' ? readHtmlTag(node.value) : null;
    const markName = tag && markNames[tag.name];
    if (!tag || !markName) return convertInline(schema, node, current);
    if (tag.isClosing) {
      const last = open.pop();
      if (last?.name !== tag.name) throw new UnsupportedBlockError('unopened element');
      current = last.outer;
    } else {
      open.push({ name: tag.name, outer: current });
      current = schema.mark(markName, { title: tag.title }).addToSet(current);
    }
    return [];
  });
  if (open.length > 0) throw new UnsupportedBlockError('unclosed element');
  return nodes;
}

function convertInline(schema: Schema, node: PhrasingContent, marks: readonly Mark[]): Node[] {
  const withMark = (name: string, attributes?: Record<string, unknown>): readonly Mark[] =>
    schema.mark(name, attributes).addToSet(marks);
  switch (node.type) {
    case 'text':
      return [schema.text(node.value.replace(/\r\n?|\n/g, ' '), marks)];
    case 'html':
      if (/^<br\s*\/?>$/i.test(node.value)) return convertInline(schema, { type: 'break' }, marks);
      // The renderer interprets a few more elements, and shows other HTML as text.
      if (isInterpretedTag(node.value)) throw new UnsupportedBlockError('HTML');
      return [schema.text(node.value.replace(/\r\n?|\n/g, ' '), marks)];
    case 'strong':
      return inline(schema, node.children, withMark('bold'));
    case 'emphasis':
      return inline(schema, node.children, withMark('italic'));
    case 'delete':
      return inline(schema, node.children, withMark('strike'));
    case 'inlineCode':
      return [schema.text(node.value, withMark('code'))];
    case 'break':
      return [
        (schema.nodes.hardBreak as NonNullable<typeof schema.nodes.hardBreak>).create(null, null, marks),
      ];
    case 'footnoteReference':
      // Without marks: beside the bracket, Markdown would not parse their end.
      return [create(schema, 'footnoteReference', { label: plainLabel(node.label ?? node.identifier) })];
    case 'link': {
      if (!isSafeUrl(node.url)) throw new UnsupportedBlockError('unsafe link');
      const linked = inline(
        schema,
        node.children,
        withMark('link', { href: node.url, title: node.title ?? null }),
      );
      if (linked.length === 0) throw new UnsupportedBlockError('empty link');
      return linked;
    }
    default:
      throw new UnsupportedBlockError(node.type);
  }
}

const isInterpretedTag = (html: string): boolean =>
  isHtmlElement(/^<\/?([a-z][a-z\d]*)/i.exec(html)?.[1]?.toLowerCase() ?? '');
