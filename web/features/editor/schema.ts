import {
  Extension,
  type Extensions,
  getSchema,
  InputRule,
  type Mark,
  markInputRule,
  mergeAttributes,
  Node,
} from '@tiptap/core';
import { Bold } from '@tiptap/extension-bold';
import { Code } from '@tiptap/extension-code';
import { Heading } from '@tiptap/extension-heading';
import { Italic } from '@tiptap/extension-italic';
import { Link } from '@tiptap/extension-link';
import { ListItem, OrderedList, TaskItem, TaskList } from '@tiptap/extension-list';
import { Strike } from '@tiptap/extension-strike';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import type { Schema } from '@tiptap/pm/model';
import { StarterKit } from '@tiptap/starter-kit';
import { interpolate } from '#locales/interpolate.ts';
import * as editorMessages from '#locales/ru/editor.ts';
import { CodeBlock } from './code-block.ts';
import { Footnote, FootnoteReference } from './footnote-nodes.ts';
import { htmlMarks } from './html-marks.ts';
import { Embed, Gallery, Picture, SourceBlock } from './media-nodes.ts';
import { isSafeUrl } from './safe-url.ts';

const lists = ['bulletList', 'orderedList', 'taskList'];
const topLevel = [
  ...lists,
  'paragraph',
  'heading',
  'blockquote',
  'codeBlock',
  'horizontalRule',
  'table',
  'gallery',
  'embed',
  'footnote',
  'sourceBlock',
];
/** The levels that the toolbar and the input rules create. Other levels occur only in existing texts. */
export const headingLevels = [2, 3, 4] as const;

const Document = Node.create({ name: 'doc', topNode: true, content: '(block | topBlock)+' });

/** Adds Markdown attributes to TipTap's nodes: the origin of a block, and whether a list has blank lines. */
const MarkdownAttributes = Extension.create({
  name: 'markdownAttributes',
  addGlobalAttributes: () => [
    { types: topLevel, attributes: { origin: { default: null, rendered: false, keepOnSplit: false } } },
    { types: lists, attributes: { loose: { default: false, rendered: false } } },
  ],
});

const MarkdownHeading = Heading.extend({
  addInputRules() {
    return (this.parent?.() ?? []).slice(1, 4);
  },
  addKeyboardShortcuts() {
    return Object.fromEntries(
      headingLevels.map((level) => [`Mod-Alt-${level}`, () => this.editor.commands.toggleHeading({ level })]),
    );
  },
});

/** A year at the beginning of a sentence is no number of a list: `1984. Год`. */
const ShortOrderedList = OrderedList.extend({
  addInputRules() {
    return (this.parent?.() ?? []).map(
      ({ handler, undoable }) => new InputRule({ find: /^(\d{1,3})\.\s$/, handler, undoable }),
    );
  },
  // Pasted text has a reader of its own.
  addProseMirrorPlugins: () => [],
});

/** Tab leaves the editor, so the focus is not trapped; `editor-keys.ts` has the keys for indentation. */
const PlainListItem = ListItem.extend({
  addKeyboardShortcuts() {
    return { Enter: () => this.editor.commands.splitListItem(this.name) };
  },
});
const PlainTaskItem = TaskItem.extend({
  addKeyboardShortcuts() {
    return { Enter: () => this.editor.commands.splitListItem(this.name) };
  },
}).configure({
  nested: true,
  a11y: { checkboxLabel: (node) => interpolate(editorMessages.taskLabel, { text: node.textContent }) },
});

/**
 * Marks typed text between signs that touch it, as CommonMark does: `2 * 3 * 4` stays as it is. `_` marks nothing, because names
 * contain it: `__init__`.
 */
const markedBetween = <Options, Storage>(
  mark: Mark<Options, Storage>,
  find: RegExp,
): Mark<Options, Storage> =>
  mark.extend({
    addInputRules() {
      return [markInputRule({ find, type: this.type })];
    },
  });
const StarredBold = markedBetween(Bold, /(?<![\p{L}\p{N}*])(\*\*(?![\s*])([^*]*[^\s*])\*\*)$/u);
const StarredItalic = markedBetween(Italic, /(?<![\p{L}\p{N}*])(\*(?![\s*])([^*]*[^\s*])\*)$/u);

/** Moves the shortcut, because Ctrl+Shift+S publishes a post. */
const RemappedStrike = markedBetween(Strike, /(?<![\p{L}\p{N}~])(~~(?![\s~])([^~]*[^\s~])~~)$/u).extend({
  addKeyboardShortcuts() {
    return { 'Mod-Shift-x': () => this.editor.commands.toggleStrike() };
  },
});

/** Drops all attributes of a pasted link except its URL and title. */
const PlainLink = Link.extend({
  addAttributes: () => ({ href: { default: null }, title: { default: null } }),
});

/** A cell is one paragraph, as in Markdown tables. */
const cellContent = { content: 'paragraph' };
const MarkdownTable = Table.extend({
  addKeyboardShortcuts() {
    const { Tab: _tab, 'Shift-Tab': _back, ...others } = this.parent?.() ?? {};
    return others;
  },
  renderHTML: ({ HTMLAttributes }) => ['table', mergeAttributes(HTMLAttributes), ['tbody', 0]],
}).configure({ resizable: false });

/** All nodes and marks of a document. */
export const documentExtensions: Extensions = [
  Document,
  MarkdownAttributes,
  StarterKit.configure({
    document: false,
    bold: false,
    italic: false,
    heading: false,
    code: false,
    codeBlock: false,
    link: false,
    strike: false,
    listItem: false,
    orderedList: false,
    underline: false,
    trailingNode: { notAfter: ['paragraph'] },
    dropcursor: { color: 'var(--accent)', width: 2 },
  }),
  ...htmlMarks,
  StarredBold,
  StarredItalic,
  MarkdownHeading.configure({ levels: [1, 2, 3, 4, 5, 6] }),
  Code.extend({ excludes: '' }),
  CodeBlock,
  RemappedStrike,
  PlainLink.configure({
    openOnClick: false,
    defaultProtocol: 'https',
    HTMLAttributes: {},
    isAllowedUri: isSafeUrl,
    shouldAutoLink: (address) => /^https?:\/\//.test(address),
  }),
  ShortOrderedList,
  PlainListItem,
  TaskList,
  PlainTaskItem,
  MarkdownTable,
  TableRow,
  TableCell.extend(cellContent),
  TableHeader.extend(cellContent),
  Gallery,
  Picture,
  Embed,
  Footnote,
  FootnoteReference,
  SourceBlock,
];

/** The schema without an editor, for code that runs without a page. */
export function createDocumentSchema(): Schema {
  return getSchema(documentExtensions);
}
