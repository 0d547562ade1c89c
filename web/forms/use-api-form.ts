import { useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { type FormErrorTexts, showApiErrors } from './form-errors.ts';
import { type Submit, useSubmit } from './use-submit.ts';

export type ApiFormState = Submit & {
  /** The message for the box above the form. */
  problem: string | null;
  clearProblem: () => void;
};

/**
 * Submits a form to the API. An ApiError of `send` is shown under the fields of the form or in the box above it; pass
 * `formErrorStatuses` to the call, so that no toast repeats it.
 */
export function useApiForm<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  send: (values: Output) => Promise<void>,
  errorTexts: FormErrorTexts<Values>,
): ApiFormState {
  const [problem, setProblem] = useState<string | null>(null);
  const submit = useSubmit(form, async (values) => {
    setProblem(null);
    try {
      await send(values);
    } catch (error) {
      setProblem(showApiErrors(form, error, errorTexts));
    }
  });
  return { ...submit, problem, clearProblem: () => setProblem(null) };
}
