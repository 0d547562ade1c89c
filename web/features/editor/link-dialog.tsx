import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import * as editorMessages from '#locales/ru/editor.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { AddressField } from './address-field.tsx';
import { EditorDialog, type EditorDialogProps, EditorForm } from './editor-dialog.tsx';
import { completeUrl } from './safe-url.ts';

/** Asks for the URL of a link, and for its text when no text is selected. */
export function LinkDialog(props: EditorDialogProps) {
  return (
    <EditorDialog
      {...props}
      title={editorMessages.linkTitle}
      renderForm={(close) => <LinkForm editor={props.editor} onDone={close} />}
    />
  );
}

function LinkForm({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const isLinked = editor.isActive('link');
  const needsText = editor.state.selection.empty && !isLinked;
  const [address, setAddress] = useState<string>(editor.getAttributes('link').href ?? '');
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();

  function save(): void {
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
    <EditorForm
      onSubmit={save}
      onCancel={onDone}
      extraButton={
        isLinked && (
          <Button variant="quiet" className="mr-auto" onClick={removeLink}>
            {editorMessages.linkRemove}
          </Button>
        )
      }
    >
      <AddressField value={address} onChange={setAddress} error={problem} />
      {needsText && (
        <Field label={editorMessages.linkText}>
          <Input autoComplete="off" value={text} onChange={(event) => setText(event.currentTarget.value)} />
        </Field>
      )}
    </EditorForm>
  );
}
