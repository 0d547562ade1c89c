import { type RefObject, useRef, useState } from 'react';

type InlineEdit = {
  isEditing: boolean;
  /** The button that opens the form. */
  editButton: RefObject<HTMLButtonElement | null>;
  open: () => void;
  /** Removes the form and returns the focus to the button. */
  close: () => void;
};

/** A list item that turns into a form and back. */
export function useInlineEdit(): InlineEdit {
  const [isEditing, setEditing] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);

  function close(): void {
    setEditing(false);
    // The focus was inside the form, and the button is rendered after it.
    requestAnimationFrame(() => editButton.current?.focus());
  }

  return { isEditing, editButton, open: () => setEditing(true), close };
}
