import type { Editor } from '@tiptap/react';
import { type RefObject, useEffect } from 'react';
import { ContextTools, hasContextTools } from './context-tools.tsx';
import type { EditorActions } from './extensions.ts';
import { Toolbar } from './toolbar.tsx';
import { type Anchor, useFloatingPlace } from './use-floating-place.ts';
import { useKeyboardHeight } from './use-keyboard-height.ts';
import type { ToolbarState } from './use-toolbar-state.ts';

type ToolsProps = {
  editor: Editor;
  state: ToolbarState;
  actions: EditorActions;
  tools: RefObject<HTMLDivElement | null>;
  toolbar: RefObject<HTMLDivElement | null>;
  isToolbarOpen: boolean;
  setToolbarOpen: (isOpen: boolean) => void;
  describePicture: () => void;
};

/**
 * The tools beside selected text and beside the table, picture or code at the cursor; the keyboard opens them anywhere.
 * Phones show them as a bar above the keyboard while the text has the focus.
 */
export function FloatingTools(props: ToolsProps) {
  const { editor, state, actions, tools, toolbar, isToolbarOpen, setToolbarOpen, describePicture } = props;
  const isContext = hasContextTools(state);
  const hasToolbar = state.hasSelection || isToolbarOpen;
  const isOpen = hasToolbar || isContext;
  useKeyboardHeight(tools);
  useHiddenWhileSelecting(editor, tools);
  useWritingMark(editor, tools);
  useFloatingPlace({
    ...{ editor, element: tools, isOpen, side: 'above' },
    anchor: () =>
      hasToolbar ? selectionAnchor(editor) : blockAnchor(editor, tools.current?.offsetWidth ?? 0),
    layout: `${hasToolbar} ${isContext}`,
  });
  return (
    <div
      ref={tools}
      data-open={isOpen || undefined}
      data-toolbar={hasToolbar || undefined}
      className="editor-tools"
    >
      {isContext && <ContextTools editor={editor} state={state} describePicture={describePicture} />}
      <Toolbar
        ref={toolbar}
        editor={editor}
        state={state}
        actions={actions}
        onLeave={() => setToolbarOpen(false)}
      />
    </div>
  );
}

/** Tools that appear under the pointer would end the selection. */
function useHiddenWhileSelecting(editor: Editor, tools: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const text = editor.view.dom;
    const hide = () => tools.current?.setAttribute('data-selecting', '');
    const show = () => tools.current?.removeAttribute('data-selecting');
    text.addEventListener('pointerdown', hide);
    window.addEventListener('pointerup', show);
    window.addEventListener('pointercancel', show);
    return () => {
      text.removeEventListener('pointerdown', hide);
      window.removeEventListener('pointerup', show);
      window.removeEventListener('pointercancel', show);
    };
  }, [editor, tools]);
}

/**
 * Marks the editor while its text or its tools have the focus. `:focus-within` would not do: tools that are hidden
 * between the loss of the focus and its return could not take it.
 */
function useWritingMark(editor: Editor, tools: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const isOurs = (target: EventTarget | null): boolean =>
      target instanceof Node &&
      (editor.view.dom.contains(target) || tools.current?.contains(target) === true);
    const update = (focused: EventTarget | null): void => {
      // An open menu of the toolbar has the focus and returns it.
      const isInMenu = tools.current?.querySelector('[aria-expanded="true"]');
      if (!isInMenu) tools.current?.parentElement?.toggleAttribute('data-writing', isOurs(focused));
    };
    const handleFocus = ({ target }: FocusEvent) => update(target);
    const handleBlur = ({ relatedTarget }: FocusEvent) => update(relatedTarget);
    update(document.activeElement);
    document.addEventListener('focusin', handleFocus);
    document.addEventListener('focusout', handleBlur);
    return () => {
      document.removeEventListener('focusin', handleFocus);
      document.removeEventListener('focusout', handleBlur);
    };
  }, [editor, tools]);
}

/** The selected text, or the cursor; a selection of several lines is as wide as the text. */
function selectionAnchor({ state, view }: Editor): Anchor {
  const { from, to } = state.selection;
  const start = view.coordsAtPos(from);
  const end = view.coordsAtPos(to, -1);
  const { left, right } = view.dom.getBoundingClientRect();
  const isOneLine = start.bottom > end.top;
  return {
    left: isOneLine ? start.left : left,
    right: isOneLine ? end.right : right,
    top: start.top,
    bottom: end.bottom,
  };
}

/** The right corner of the top-level block at the cursor, so that the line above stays readable. */
function blockAnchor({ state, view }: Editor, width: number): Anchor | null {
  const { $from, from } = state.selection;
  const block = view.nodeDOM($from.depth === 0 ? from : $from.before(1));
  if (!(block instanceof HTMLElement)) return null;
  const { right, top, bottom } = block.getBoundingClientRect();
  return { left: right - width, right, top, bottom };
}
