import { type Editor, useEditorState } from '@tiptap/react';
import { headingLevels } from './schema.ts';
import { countText, type TextCounts } from './text-counts.ts';

export type ToolbarState = TextCounts & {
  /** The actions that are active at the cursor. */
  active: ReadonlySet<string>;
  /** The actions that are not possible at the cursor. */
  impossible: ReadonlySet<string>;
  language: string;
};

const named: Record<string, string> = {
  bold: 'bold',
  italic: 'italic',
  strike: 'strike',
  inlineCode: 'code',
  link: 'link',
  quote: 'blockquote',
  bulletList: 'bulletList',
  orderedList: 'orderedList',
  taskList: 'taskList',
  heading: 'heading',
  codeBlock: 'codeBlock',
  sourceBlock: 'sourceBlock',
  table: 'table',
  picture: 'picture',
  embed: 'embed',
};

/** The state of the buttons and the counter. Renders again only when one of them changes. */
export function useToolbarState(editor: Editor): ToolbarState {
  return useEditorState({
    editor,
    selector: ({ editor: current }) => readState(current),
    equalityFn: isSame,
  });
}

function readState(editor: Editor): ToolbarState {
  const active = new Set(Object.keys(named).filter((action) => editor.isActive(named[action] as string)));
  for (const level of headingLevels) if (editor.isActive('heading', { level })) active.add(`heading${level}`);
  const can = editor.can();
  const possible: Record<string, boolean> = {
    bold: can.toggleBold(),
    italic: can.toggleItalic(),
    strike: can.toggleStrike(),
    inlineCode: can.toggleCode(),
    link: can.setLink({ href: 'https://example.ru' }),
    quote: can.toggleBlockquote(),
    bulletList: can.toggleBulletList(),
    orderedList: can.toggleOrderedList(),
    taskList: can.toggleTaskList(),
    deeper: can.sinkListItem('listItem') || can.sinkListItem('taskItem'),
    shallower: can.liftListItem('listItem') || can.liftListItem('taskItem'),
    undo: can.undo(),
    redo: can.redo(),
  };
  const { doc } = editor.state;
  const text = doc.textBetween(0, doc.content.size, ' ', ' ');
  return {
    active,
    impossible: new Set(Object.keys(possible).filter((action) => !possible[action])),
    language: String(editor.getAttributes('codeBlock').language ?? ''),
    ...countText(text),
  };
}

function isSame(some: ToolbarState, others: ToolbarState | null): boolean {
  return others !== null && describe(some) === describe(others);
}

function describe({ active, impossible, language, words, characters }: ToolbarState): string {
  return [[...active], [...impossible], language, words, characters].join(';');
}
