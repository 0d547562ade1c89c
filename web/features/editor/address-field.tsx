import type { ReactNode } from 'react';
import * as editorMessages from '#locales/ru/editor.ts';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';

type AddressProps = {
  value: string;
  onChange: (address: string) => void;
  hint?: ReactNode;
  error: string | undefined;
};

/** The URL in a dialog of the editor; it has the focus when the dialog opens. */
export function AddressField({ value, onChange, hint, error }: AddressProps) {
  return (
    <Field label={editorMessages.linkAddress} hint={hint} error={error}>
      <Input
        autoFocus
        inputMode="url"
        autoComplete="off"
        placeholder={editorMessages.linkAddressPlaceholder}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </Field>
  );
}
