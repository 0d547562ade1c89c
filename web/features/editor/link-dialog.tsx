import type { Editor } from '@tiptap/react';
import { type FormEvent, useState } from 'react';
import * as editorMessages from '#locales/ru/editor.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Input } from '#web/ui/input.tsx';
import { completeUrl } from './safe-url.ts';

/** Asks for the URL of a link, and for its text when no text is selected. */
export function LinkDialog({
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
    // The dialog returns the focus to the element that had it, which does not exist on a phone.
    requestAnimationFrame(() => editor.commands.focus());
  };
  return (
    <FormDialog open={open} onOpenChange={(next) => !next && close()} title={editorMessages.linkTitle}>
      <LinkForm editor={editor} onDone={close} />
    </FormDialog>
  );
}

function LinkForm({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const isLinked = editor.isActive('link');
  const needsText = editor.state.selection.empty && !isLinked;
  const [address, setAddress] = useState<string>(editor.getAttributes('link').href ?? '');
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();

  function submit(event: FormEvent): void {
    event.preventDefault();
    // React events of the dialog bubble to the form around the editor.
    event.stopPropagation();
    const href = completeUrl(address);
    if (href === null) {
      setProblem(editorMessages.linkWrong);
      return;
    }
    const chain = editor.chain();
    if (needsText) {
      const link = {
        type: 'text',
        text: text.trim() || address.trim(),
        marks: [{ type: 'link', attrs: { href } }],
      };
      chain.insertContent(link).unsetMark('link').run();
    } else chain.extendMarkRange('link').setLink({ href }).run();
    onDone();
  }

  function removeLink(): void {
    editor.chain().extendMarkRange('link').unsetLink().run();
    onDone();
  }

  return (
    <form className="mt-4 flex flex-col gap-5" onSubmit={submit} noValidate>
      <Field label={editorMessages.linkAddress} error={problem}>
        <Input
          autoFocus
          inputMode="url"
          autoComplete="off"
          placeholder={editorMessages.linkAddressPlaceholder}
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
      </Field>
      {needsText && (
        <Field label={editorMessages.linkText}>
          <Input autoComplete="off" value={text} onChange={(event) => setText(event.currentTarget.value)} />
        </Field>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        {isLinked && (
          <Button variant="quiet" className="mr-auto" onClick={removeLink}>
            {editorMessages.linkRemove}
          </Button>
        )}
        <Button variant="secondary" onClick={onDone}>
          {editorMessages.cancel}
        </Button>
        <Button type="submit">{editorMessages.save}</Button>
      </div>
    </form>
  );
}
