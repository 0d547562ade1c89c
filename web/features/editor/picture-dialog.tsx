import type { Editor } from '@tiptap/react';
import { type FormEvent, useState } from 'react';
import { t } from '#text/index.ts';
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
    <FormDialog open={open} onOpenChange={(next) => !next && close()} title={t('editor.pictureTitle')}>
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
    editor.commands.updateAttributes('picture', { alt: inOneLine(alt), caption: inOneLine(caption) });
    onDone();
  }

  return (
    <form className="mt-4 flex flex-col gap-5" onSubmit={submit}>
      <Field label={t('editor.alt')} hint={t('editor.altHint')}>
        <Textarea autoFocus rows={2} value={alt} onChange={(event) => setAlt(event.currentTarget.value)} />
      </Field>
      <Field label={t('editor.caption')} hint={t('editor.captionHint')}>
        <Textarea rows={2} value={caption} onChange={(event) => setCaption(event.currentTarget.value)} />
      </Field>
      <div className="flex justify-end gap-3">
        <Button variant="secondary" onClick={onDone}>
          {t('editor.cancel')}
        </Button>
        <Button type="submit">{t('editor.save')}</Button>
      </div>
    </form>
  );
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
