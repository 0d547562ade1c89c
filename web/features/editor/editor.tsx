import { type Editor as CoreEditor, EditorContent } from '@tiptap/react';
import { type ReactNode, type RefObject, useMemo, useRef, useState } from 'react';
import { countOf } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as editorMessages from '#locales/ru/editor.ts';
import { acceptedImages } from '#web/forms/image-file.ts';
import { classNames } from '#web/ui/class-names.ts';
import { useFieldControl } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { ContextTools, hasContextTools } from './context-tools.tsx';
import './editor.css';
import { EditorSkeleton } from './editor-skeleton.tsx';
import type { EditorActions } from './extensions.ts';
import { HelpDialog } from './help-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { PictureDialog } from './picture-dialog.tsx';
import { countText, type TextCounts } from './text-counts.ts';
import { Toolbar } from './toolbar.tsx';
import type { EditorProps } from './types.ts';
import { UploadList } from './upload-list.tsx';
import { useMarkdownEditor } from './use-markdown-editor.ts';
import { useToolbarState } from './use-toolbar-state.ts';
import { useUploads } from './use-uploads.ts';

const words = ['слово', 'слова', 'слов'] as const;
const characters = ['знак', 'знака', 'знаков'] as const;

type OpenDialog = 'link' | 'picture' | 'help' | null;

/** The editor, loaded by `EditorField`. */
export function Editor(props: EditorProps) {
  const { value, onChange, label, placeholder = editorMessages.placeholder, disabled = false } = props;
  const control = useFieldControl();
  const tools = useRef<HTMLDivElement>(null);
  const toolbar = useRef<HTMLDivElement>(null);
  const [isSource, setSource] = useState(false);
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const uploadFiles = useRef<EditorActions['uploadFiles']>(() => undefined);
  const actions = useMemo(
    () => ({
      openLink: () => setDialog('link'),
      showHelp: () => setDialog('help'),
      focusToolbar: () => toolbar.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus(),
      uploadFiles: (files: File[], position: number) => uploadFiles.current(files, position),
    }),
    [],
  );
  const hintId = `${control.id ?? 'editor'}-keys`;
  const attributes = fieldAttributes({ label, control, hintId, disabled });
  const { editor, synchronise } = useMarkdownEditor({
    ...{ value, onChange, placeholder, disabled, attributes, actions, tools },
    isPaused: isSource,
  });
  if (!editor) return <EditorSkeleton />;
  return (
    <EditorFrame
      {...{ ...props, disabled, editor, synchronise, tools, toolbar, uploadFiles, hintId }}
      {...{ isSource, setSource, dialog, setDialog, actions }}
    />
  );
}

type FrameProps = EditorProps & {
  editor: CoreEditor;
  synchronise: () => void;
  tools: RefObject<HTMLDivElement | null>;
  toolbar: RefObject<HTMLDivElement | null>;
  uploadFiles: RefObject<EditorActions['uploadFiles']>;
  hintId: string;
  isSource: boolean;
  setSource: (isSource: boolean) => void;
  dialog: OpenDialog;
  setDialog: (dialog: OpenDialog) => void;
  actions: EditorActions;
};

/** The text with its toolbar, uploads and dialogs. */
function EditorFrame(props: FrameProps) {
  const { value, onChange, label, disabled = false, uploadImage, onUploadStatusChange } = props;
  const { editor, synchronise, tools, toolbar, uploadFiles, hintId, actions } = props;
  const { isSource, setSource, dialog, setDialog } = props;
  const fileInput = useRef<HTMLInputElement>(null);
  const state = useToolbarState(editor);
  const { uploads, lastDoneMessage, startUploads, retry, remove } = useUploads({
    editor,
    uploadImage,
    onUploadStatusChange,
    synchronise,
  });
  uploadFiles.current = startUploads;
  const isContext = !isSource && !disabled && hasContextTools(state);
  const counter = <Counter {...(isSource ? countText(value) : state)} />;

  return (
    <div
      className="editor rounded-md border border-rule-strong bg-raised"
      data-disabled={disabled || undefined}
    >
      <div ref={tools} className="editor-tools">
        <Toolbar
          ref={toolbar}
          editor={editor}
          state={state}
          isSource={isSource}
          disabled={disabled}
          actions={{
            ...actions,
            choosePictures: uploadImage ? () => fileInput.current?.click() : null,
            toggleSource: () => setSource(!isSource),
          }}
        />
        <ContextRow isEmpty={!isContext} counter={counter}>
          {isContext && (
            <ContextTools editor={editor} state={state} describePicture={() => setDialog('picture')} />
          )}
        </ContextRow>
      </div>
      {isSource ? (
        <Textarea
          aria-label={interpolate(editorMessages.sourceLabel, { label })}
          value={value}
          disabled={disabled}
          spellCheck={false}
          onChange={(event) => onChange(event.currentTarget.value)}
          className="editor-source rounded-none! border-0! font-mono"
        />
      ) : (
        <EditorContent editor={editor} />
      )}
      <p id={hintId} className="sr-only">
        {editorMessages.keysHint}
      </p>
      <UploadList uploads={uploads} onRetry={retry} onRemove={remove} />
      <p role="status" className="sr-only">
        {lastDoneMessage}
      </p>
      <p className="border-t border-rule px-3 py-1.5 text-right sm:hidden">{counter}</p>
      <input
        ref={fileInput}
        type="file"
        multiple
        hidden
        accept={acceptedImages}
        aria-label={editorMessages.choosePictures}
        onChange={(event) => {
          startUploads([...(event.currentTarget.files ?? [])], editor.state.selection.to);
          event.currentTarget.value = '';
        }}
      />
      {dialog === 'link' && <LinkDialog editor={editor} open onClose={() => setDialog(null)} />}
      {dialog === 'picture' && <PictureDialog editor={editor} open onClose={() => setDialog(null)} />}
      {dialog === 'help' && <HelpDialog open onClose={() => setDialog(null)} />}
    </div>
  );
}

/** Reserves its height while it is empty, so that the text does not shift under the pointer. */
function ContextRow({
  isEmpty,
  counter,
  children,
}: {
  isEmpty: boolean;
  counter: ReactNode;
  children: ReactNode;
}) {
  return (
    <div
      className={classNames(
        'flex min-h-11.5 items-center border-b border-rule bg-raised py-0.5 sm:pr-3',
        isEmpty && 'max-sm:hidden',
      )}
    >
      {children}
      <span className="ml-auto max-sm:hidden">{counter}</span>
    </div>
  );
}

function Counter(counts: TextCounts) {
  return (
    <span className="text-xs text-muted tabular-nums">
      {interpolate(editorMessages.words, {
        words: countOf(counts.words, words),
        characters: countOf(counts.characters, characters),
      })}
    </span>
  );
}

/** The ARIA attributes of a text box, because the browser does not treat the editor as one. */
function fieldAttributes(options: {
  label: string;
  control: ReturnType<typeof useFieldControl>;
  hintId: string;
  disabled: boolean;
}): Record<string, string> {
  const { label, control, hintId, disabled } = options;
  return {
    class: 'article editor-text',
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-label': label,
    'aria-describedby': [control['aria-describedby'], hintId].filter(Boolean).join(' '),
    lang: 'ru',
    ...(control.id ? { id: control.id } : {}),
    ...(control['aria-invalid'] ? { 'aria-invalid': 'true' } : {}),
    ...(disabled ? { 'aria-disabled': 'true' } : {}),
  };
}
