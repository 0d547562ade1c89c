import { useRef, useState } from 'react';
import { type PostValues, postFormSchema } from './post-fields.ts';
import type { PostFormState } from './post-form-sections.tsx';

type FieldName = keyof PostValues;
/** The fields on the paper; all others are in the panel. */
const paperFields: readonly FieldName[] = ['title', 'content'];
const fieldOrder = [...new Set([...paperFields, ...postFormSchema.keyof().options])];

export type ArticlePanelControl = {
  isOpen: boolean;
  open: () => void;
  /** Opens the panel with «Опубликовать» chosen; closing it without sending keeps the draft a draft. */
  openToPublish: () => void;
  close: () => void;
  /** Focuses the first of these fields, in the panel or on the paper. Fields of another name are in the panel. */
  reveal: (wrongFields: readonly string[]) => void;
  /** Focuses the field that `reveal` could not reach before the panel had opened or closed. */
  focusWanted: () => boolean;
};

/** Whether the panel is open, and where the focus goes when it opens or closes. */
export function useArticlePanel(form: PostFormState): ArticlePanelControl {
  const [isOpen, setOpen] = useState(false);
  const wanted = useRef<FieldName | null>(null);
  const isPublishProposed = useRef(false);

  function close(): void {
    setOpen(false);
    if (isPublishProposed.current && form.getValues('status') === 'published')
      form.setValue('status', 'draft');
    isPublishProposed.current = false;
  }

  return {
    isOpen,
    open: () => setOpen(true),
    openToPublish() {
      isPublishProposed.current = form.getValues('status') === 'draft';
      if (isPublishProposed.current) form.setValue('status', 'published');
      setOpen(true);
    },
    close,
    reveal(wrongFields) {
      const field = fieldOrder.find((name) => wrongFields.includes(name));
      const isOnPaper = field !== undefined && paperFields.includes(field);
      if (isOnPaper !== isOpen && field) return form.setFocus(field);
      wanted.current = field ?? null;
      if (isOnPaper) close();
      else setOpen(true);
    },
    focusWanted() {
      const field = wanted.current;
      wanted.current = null;
      if (field) form.setFocus(field);
      return field !== null;
    },
  };
}
