import { type Editor as CoreEditor, EditorContent } from '@tiptap/react';
import { type RefObject, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { interpolate } from '#locales/interpolate.ts';
import * as editorMessages from '#locales/ru/editor.ts';
import { acceptedImages } from '#web/forms/image-file.ts';
import { useFieldControl } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import './editor.css';
import { EditorFoot } from './editor-foot.tsx';
import { EditorSkeleton } from './editor-skeleton.tsx';
import type { EditorActions } from './extensions.ts';
import { FloatingTools } from './floating-tools.tsx';
import { HelpDialog } from './help-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';
import type { PastedPicture } from './paste/pictures.ts';
import { PastedPictureRow } from './pasted-picture-row.tsx';
import { PictureDialog } from './picture-dialog.tsx';
import { SlashMenu } from './slash-menu.tsx';
import { countText } from './text-counts.ts';
import type { EditorProps } from './types.ts';
import { UploadList } from './upload-list.tsx';
import { useMarkdownEditor } from './use-markdown-editor.ts';
import { pastedStatusOf, usePastedPictures } from './use-pasted-pictures.ts';
import { useToolbarState } from './use-toolbar-state.ts';
import { useUploads } from './use-uploads.ts';
import { VideoDialog } from './video-dialog.tsx';

type OpenDialog = 'link' | 'picture' | 'video' | 'help' | null;

/** The editor, loaded by `EditorField`. */
export function Editor(props: EditorProps) {
  const { value, onChange, label, placeholder = editorMessages.placeholder, disabled = false } = props;
  const control = useFieldControl();
  const tools = useRef<HTMLDivElement>(null);
  const toolbar = useRef<HTMLDivElement>(null);
  const [isSource, setSource] = useState(false);
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const [isToolbarOpen, setToolbarOpen] = useState(false);
  const fileInput = useRef<HTMLInputElement>(null);
  const hasUploads = useRef(false);
  hasUploads.current = props.uploadImage !== undefined;
  const uploadFiles = useRef<EditorActions['uploadFiles']>(() => undefined);
  const storePictures = useRef<EditorActions['storePictures']>(() => undefined);
  const actions = useMemo(
    () => ({
      openLink: () => setDialog('link'),
      showHelp: () => setDialog('help'),
      openVideo: () => setDialog('video'),
      focusToolbar() {
        // A hidden button cannot take the focus.
        flushSync(() => setToolbarOpen(true));
        toolbar.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
      },
      choosePictures(count: 'one' | 'many') {
        if (!fileInput.current) return;
        fileInput.current.multiple = count === 'many';
        fileInput.current.click();
      },
      hasUploads: () => hasUploads.current,
      uploadFiles: (files: File[], position: number) => uploadFiles.current(files, position),
      storePictures: (pictures: PastedPicture[], lost: number) => storePictures.current(pictures, lost),
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
      {...{ ...props, disabled, editor, synchronise, tools, toolbar, fileInput, hintId }}
      {...{ uploadFiles, storePictures }}
      {...{ isSource, setSource, isToolbarOpen, setToolbarOpen, dialog, setDialog, actions }}
    />
  );
}

type FrameProps = EditorProps & {
  editor: CoreEditor;
  synchronise: () => void;
  tools: RefObject<HTMLDivElement | null>;
  toolbar: RefObject<HTMLDivElement | null>;
  fileInput: RefObject<HTMLInputElement | null>;
  uploadFiles: RefObject<EditorActions['uploadFiles']>;
  storePictures: RefObject<EditorActions['storePictures']>;
  hintId: string;
  isSource: boolean;
  setSource: (isSource: boolean) => void;
  isToolbarOpen: boolean;
  setToolbarOpen: (isOpen: boolean) => void;
  dialog: OpenDialog;
  setDialog: (dialog: OpenDialog) => void;
  actions: EditorActions;
};

/** The text with its toolbar, uploads and dialogs. */
function EditorFrame(props: FrameProps) {
  const { value, onChange, label, disabled = false, uploadImage, onUploadStatusChange } = props;
  const { editor, synchronise, uploadFiles, storePictures, hintId, actions } = props;
  const { isSource, setSource, dialog, setDialog, fileInput } = props;
  const state = useToolbarState(editor);
  const pasted = usePastedPictures({ editor, uploadImage, synchronise });
  storePictures.current = pasted.add;
  const { uploads, lastDoneMessage, startUploads, retry, remove } = useUploads({
    editor,
    uploadImage,
    onUploadStatusChange,
    synchronise,
    pastedStatus: pastedStatusOf(pasted.pictures),
  });
  uploadFiles.current = startUploads;
  const source = useRef<HTMLTextAreaElement>(null);
  const focus = () => (source.current ?? editor.view).focus();
  useImperativeHandle(props.ref, () => ({ focus }));
  const closeDialog = () => setDialog(null);

  return (
    <div className="editor" data-disabled={disabled || undefined}>
      {!isSource && !disabled && (
        <>
          <FloatingTools {...props} state={state} describePicture={() => setDialog('picture')} />
          <SlashMenu editor={editor} actions={actions} />
        </>
      )}
      {isSource ? (
        <Textarea
          ref={source}
          aria-label={interpolate(editorMessages.sourceLabel, { label })}
          value={value}
          disabled={disabled}
          spellCheck={false}
          onChange={(event) => onChange(event.currentTarget.value)}
          className="editor-source rounded-none! border-0! bg-transparent! px-0! font-mono"
        />
      ) : (
        <EditorContent editor={editor} />
      )}
      <p id={hintId} className="sr-only">
        {editorMessages.keysHint}
      </p>
      <PastedPictureRow pictures={pasted.pictures} onRetry={pasted.retry} onDismiss={pasted.dismiss} />
      <UploadList uploads={uploads} onRetry={retry} onRemove={remove} />
      <p role="status" className="sr-only">
        {lastDoneMessage}
      </p>
      <EditorFoot
        counts={isSource ? countText(value) : state}
        isSource={isSource}
        disabled={disabled}
        toggleSource={() => setSource(!isSource)}
        showHelp={actions.showHelp}
      />
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
      {dialog === 'link' && <LinkDialog editor={editor} open onClose={closeDialog} />}
      {dialog === 'picture' && <PictureDialog editor={editor} open onClose={closeDialog} />}
      {dialog === 'video' && <VideoDialog editor={editor} open onClose={closeDialog} />}
      {dialog === 'help' && <HelpDialog open onClose={closeDialog} />}
    </div>
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
