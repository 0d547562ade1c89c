import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import * as editorMessages from '#locales/ru/editor.ts';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { EditorDialog, type EditorDialogProps, EditorForm } from './editor-dialog.tsx';

/** Asks for the alternative text and the caption of the selected image. */
export function PictureDialog(props: EditorDialogProps) {
  return (
    <EditorDialog
      {...props}
      title={editorMessages.pictureTitle}
      renderForm={(close) => <PictureForm editor={props.editor} onDone={close} />}
    />
  );
}

function PictureForm({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const { alt: oldAlt, caption: oldCaption } = editor.getAttributes('picture');
  const [alt, setAlt] = useState<string>(oldAlt ?? '');
  const [caption, setCaption] = useState<string>(oldCaption ?? '');

  function save(): void {
    editor.commands.updateAttributes('picture', {
      alt: collapseWhitespace(alt),
      caption: collapseWhitespace(caption),
    });
    onDone();
  }

  return (
    <EditorForm onSubmit={save} onCancel={onDone}>
      <Field label={editorMessages.alt} hint={editorMessages.altHint}>
        <Textarea autoFocus rows={2} value={alt} onChange={(event) => setAlt(event.currentTarget.value)} />
      </Field>
      <Field label={editorMessages.caption} hint={editorMessages.captionHint}>
        <Textarea rows={2} value={caption} onChange={(event) => setCaption(event.currentTarget.value)} />
      </Field>
    </EditorForm>
  );
}

function collapseWhitespace(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
