import { type ChangeEvent, useId, useRef, useState } from 'react';
import { acceptedImages, imageProblem } from './image-file.ts';

/** A file input for one image. `problem` is why the selected file or, by the API, the sent one was refused. */
export function useImageInput(onSelect: (file: File) => void, apiError: string | undefined) {
  const id = useId();
  const ref = useRef<HTMLInputElement>(null);
  const [fileProblem, setFileProblem] = useState<string | null>(null);
  const problem = fileProblem ?? apiError;
  const hintId = `${id}-hint`;
  const problemId = `${id}-problem`;

  function selectFile(file: File | undefined): void {
    if (!file) return;
    const found = imageProblem(file);
    setFileProblem(found);
    if (!found) onSelect(file);
  }

  /** Clears the problem and focuses the input, because the remove button disappears with the image. */
  function reset(): void {
    setFileProblem(null);
    ref.current?.focus();
  }

  const inputProps = {
    ref,
    id,
    type: 'file',
    accept: acceptedImages,
    'aria-describedby': problem ? `${hintId} ${problemId}` : hintId,
    'aria-invalid': problem ? true : undefined,
    onChange(event: ChangeEvent<HTMLInputElement>) {
      selectFile(event.currentTarget.files?.[0]);
      // Allows the same file to be selected again after it was removed.
      event.currentTarget.value = '';
    },
  } as const;
  return { id, hintId, problemId, problem, inputProps, selectFile, reset };
}
