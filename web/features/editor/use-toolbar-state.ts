import { NodeSelection } from '@tiptap/pm/state';
import { type Editor, useEditorState } from '@tiptap/react';
import { headingLevels } from './schema.ts';
import { countText, type TextCounts } from './text-counts.ts';

export type ToolbarState = TextCounts & {
  /** The actions that are active at the cursor. */
  activeActions: ReadonlySet<string>;
  /** The actions that are not possible at the cursor. */
  disabledActions: ReadonlySet<string>;
  language: string;
  /** Whether text is selected. */
  hasSelection: boolean;
};

const nodeNames: Record<string, string> = {
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
    equalityFn: isEqual,
  });
}

function readState(editor: Editor): ToolbarState {
  const activeActions = new Set(
    Object.keys(nodeNames).filter((action) => editor.isActive(nodeNames[action] as string)),
  );
  for (const level of headingLevels)
    if (editor.isActive('heading', { level })) activeActions.add(`heading${level}`);
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
    activeActions,
    disabledActions: new Set(Object.keys(possible).filter((action) => !possible[action])),
    language: String(editor.getAttributes('codeBlock').language ?? ''),
    hasSelection: !editor.state.selection.empty && !(editor.state.selection instanceof NodeSelection),
    ...countText(text),
  };
}

function isEqual(some: ToolbarState, others: ToolbarState | null): boolean {
  return others !== null && toComparableText(some) === toComparableText(others);
}

function toComparableText({
  activeActions,
  disabledActions,
  language,
  hasSelection,
  words,
  characters,
}: ToolbarState): string {
  return [[...activeActions], [...disabledActions], language, hasSelection, words, characters].join(';');
}
