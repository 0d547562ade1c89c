import type { Editor } from '@tiptap/react';
import type { FormEvent, ReactNode } from 'react';
import * as editorMessages from '#locales/ru/editor.ts';
import { Button } from '#web/ui/button.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';

export type EditorDialogProps = { editor: Editor; open: boolean; onClose: () => void };

/** A dialog of the editor, which returns the focus to the text. */
export function EditorDialog({
  editor,
  open,
  onClose,
  title,
  renderForm,
}: EditorDialogProps & { title: string; renderForm: (close: () => void) => ReactNode }) {
  const close = (): void => {
    onClose();
    // The dialog returns the focus to the element that had it, which does not exist on a phone.
    requestAnimationFrame(() => {
      // The command `focus` waits for another frame, and would take the cursor back from a click before that.
      if (!editor.isDestroyed && !editor.view.hasFocus()) editor.view.focus();
    });
  };
  return (
    <FormDialog open={open} onOpenChange={(next) => !next && close()} title={title}>
      {renderForm(close)}
    </FormDialog>
  );
}

type EditorFormProps = {
  onSubmit: () => void;
  onCancel: () => void;
  /** A button beside the cancel and save buttons. */
  extraButton?: ReactNode;
  children: ReactNode;
};

/** The form of an editor's dialog, with its cancel and save buttons. */
export function EditorForm({ onSubmit, onCancel, extraButton, children }: EditorFormProps) {
  function submit(event: FormEvent): void {
    event.preventDefault();
    // React events of the dialog bubble to the form around the editor.
    event.stopPropagation();
    onSubmit();
  }

  return (
    <form className="mt-4 flex flex-col gap-5" onSubmit={submit} noValidate>
      {children}
      <div className="flex flex-wrap justify-end gap-3">
        {extraButton}
        <Button variant="secondary" onClick={onCancel}>
          {editorMessages.cancel}
        </Button>
        <Button type="submit">{editorMessages.save}</Button>
      </div>
    </form>
  );
}
