import { type Editor, useEditor } from '@tiptap/react';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { coveredEdges } from './covered-edges.ts';
import { type EditorActions, editorExtensions } from './extensions.ts';
import { createSourceTracker, type SourceTracker } from './source-tracker.ts';
import type { EditorProps } from './types.ts';

type Options = Pick<EditorProps, 'value' | 'onChange' | 'placeholder' | 'disabled'> & {
  attributes: Record<string, string>;
  actions: EditorActions;
  /** The toolbar that sticks to the top edge of the window while the text is scrolled. */
  tools: RefObject<HTMLElement | null>;
  /** While the source itself is edited, the document is not updated. */
  isPaused: boolean;
};

/**
 * The editor for the Markdown `value`; null until the first effect after hydration. `synchronise` updates the document
 * from `value` while it is paused.
 */
export function useMarkdownEditor(options: Options): { editor: Editor | null; synchronise: () => void } {
  const current = useRef(options);
  current.current = options;
  const lastValue = useRef('');
  /** Values passed to `onChange` and not received back yet: a late echo must not undo later typing. */
  const echoes = useRef<string[]>([]);
  const source = useRef<{ editor: Editor; tracker: SourceTracker } | null>(null);
  const extensions = useMemo(
    () =>
      editorExtensions({ placeholder: options.placeholder ?? '', actions: () => current.current.actions }),
    [options.placeholder],
  );

  const edges = useMemo(() => coveredEdges(() => current.current.tools.current), []);

  const editor = useEditor({
    extensions,
    injectCSS: false,
    // Pasted signs are text.
    enablePasteRules: ['link'],
    // TipTap destroys an editor created during render when the mount takes longer than its timer.
    immediatelyRender: false,
    shouldRerenderOnTransaction: false,
    editable: !options.disabled,
    editorProps: {
      attributes: () => current.current.attributes,
      scrollThreshold: edges,
      scrollMargin: edges,
    },
    onUpdate: ({ editor: updated }) => {
      const markdown = source.current?.tracker.write(updated.state.doc) ?? lastValue.current;
      if (markdown === lastValue.current) return;
      lastValue.current = markdown;
      echoes.current.push(markdown);
      current.current.onChange(markdown);
    },
  });

  const synchronise = useCallback(() => {
    if (!editor) return;
    const { value } = current.current;
    const isFirst = source.current?.editor !== editor;
    const tracker = (isFirst ? undefined : source.current?.tracker) ?? createSourceTracker(editor.schema);
    source.current = { editor, tracker };
    if (!isFirst && (value === lastValue.current || echoes.current.includes(value))) return;
    echoes.current = [];
    lastValue.current = value;
    replaceDocument(editor, tracker.read(value), isFirst);
  }, [editor]);

  const { value, isPaused, disabled } = options;
  // In the commit that shows the editor: later it would replace text typed in between.
  useLayoutEffect(() => {
    if (value === lastValue.current) echoes.current = [];
    if (!isPaused) synchronise();
  }, [value, isPaused, synchronise]);
  useEffect(() => editor?.setEditable(!disabled, false), [editor, disabled]);
  return { editor, synchronise };
}

/** Replaces only the blocks that differ, so that the undo history, the cursor and the other blocks stay. */
function replaceDocument(editor: Editor, doc: Editor['state']['doc'], isFirst: boolean): void {
  const { state, view } = editor;
  const start = state.doc.content.findDiffStart(doc.content);
  const end = state.doc.content.findDiffEnd(doc.content);
  if (start === null || end === null) return;
  const top = (position: number, content: typeof doc.content, isEnd: boolean): number => {
    let offset = 0;
    for (const child of content.content) {
      if (isEnd ? offset >= position : offset + child.nodeSize > position) break;
      offset += child.nodeSize;
    }
    return offset;
  };
  const from = Math.min(top(start, state.doc.content, false), top(start, doc.content, false));
  const to = top(end.a, state.doc.content, true);
  const sourceTo = top(end.b, doc.content, true);
  const rest = Math.min(state.doc.content.size - to, doc.content.size - sourceTo);
  const transaction = state.tr.replace(
    from,
    state.doc.content.size - rest,
    doc.slice(from, doc.content.size - rest),
  );
  view.dispatch(transaction.setMeta('addToHistory', !isFirst).setMeta('preventUpdate', true));
}
