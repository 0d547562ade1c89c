import type { Editor } from '@tiptap/react';
import { type FormEvent, useState } from 'react';
import * as editorMessages from '#locales/ru/editor.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Textarea } from '#web/ui/textarea.tsx';

/** Asks for the alternative text and the caption of the selected image. */
export function PictureDialog({
  editor,
  open,
  onClose,
}: {
  editor: Editor;
  open: boolean;
  onClose: () => void;
}) {
  const close = (): void => {
    onClose();
    requestAnimationFrame(() => editor.commands.focus());
  };
  return (
    <FormDialog open={open} onOpenChange={(next) => !next && close()} title={editorMessages.pictureTitle}>
      <PictureForm editor={editor} onDone={close} />
    </FormDialog>
  );
}

function PictureForm({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const { alt: oldAlt, caption: oldCaption } = editor.getAttributes('picture');
  const [alt, setAlt] = useState<string>(oldAlt ?? '');
  const [caption, setCaption] = useState<string>(oldCaption ?? '');

  function submit(event: FormEvent): void {
    event.preventDefault();
    event.stopPropagation();
    editor.commands.updateAttributes('picture', {
      alt: collapseWhitespace(alt),
      caption: collapseWhitespace(caption),
    });
    onDone();
  }

  return (
    <form className="mt-4 flex flex-col gap-5" onSubmit={submit}>
      <Field label={editorMessages.alt} hint={editorMessages.altHint}>
        <Textarea autoFocus rows={2} value={alt} onChange={(event) => setAlt(event.currentTarget.value)} />
      </Field>
      <Field label={editorMessages.caption} hint={editorMessages.captionHint}>
        <Textarea rows={2} value={caption} onChange={(event) => setCaption(event.currentTarget.value)} />
      </Field>
      <div className="flex justify-end gap-3">
        <Button variant="secondary" onClick={onDone}>
          {editorMessages.cancel}
        </Button>
        <Button type="submit">{editorMessages.save}</Button>
      </div>
    </form>
  );
}

function collapseWhitespace(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
