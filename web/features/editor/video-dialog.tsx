import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import { findEmbedService } from '#contract/embeds.ts';
import * as editorMessages from '#locales/ru/editor.ts';
import { AddressField } from './address-field.tsx';
import { EditorDialog, type EditorDialogProps, EditorForm } from './editor-dialog.tsx';

/** Asks for the URL of a video or a post of a known service and inserts its card. */
export function VideoDialog(props: EditorDialogProps) {
  return (
    <EditorDialog
      {...props}
      title={editorMessages.videoTitle}
      renderForm={(close) => <VideoForm editor={props.editor} onDone={close} />}
    />
  );
}

function VideoForm({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const [address, setAddress] = useState('');
  const [problem, setProblem] = useState<string>();

  function save(): void {
    if (findEmbedService(address.trim()) === null) {
      setProblem(editorMessages.videoWrong);
      return;
    }
    insertEmbed(editor, address.trim());
    onDone();
  }

  return (
    <EditorForm onSubmit={save} onCancel={onDone}>
      <AddressField value={address} onChange={setAddress} hint={editorMessages.videoHint} error={problem} />
    </EditorForm>
  );
}

/** A card is a block of its own: it replaces an empty line or follows the block of the cursor. */
function insertEmbed(editor: Editor, address: string): void {
  const { selection } = editor.state;
  const { $from } = selection;
  const isEmptyLine = $from.depth === 1 && $from.parent.content.size === 0;
  const after = $from.depth === 0 ? selection.to : $from.after(1);
  const range = { from: isEmptyLine ? $from.before() : after, to: after };
  editor.commands.insertContentAt(range, { type: 'embed', attrs: { address } });
}
