import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { ApiError } from '#web/api/client.ts';

/** The status whose messages a form shows itself: pass it as `suppressToastFor` to the call. */
export const formErrorStatuses = [400];

export type FormErrorTexts<Values extends FieldValues> = {
  /** The fields of the form in the order of the screen. */
  fields: readonly Path<Values>[];
  /** Fields whose messages the form shows elsewhere. */
  handledElsewhere?: readonly string[];
  /** The message when the API gave no reason. */
  fallback: string;
};

/**
 * Shows the API's messages under their fields and focuses the first of these fields. Returns the messages without a
 * field, for the box above the form, or null when there are none. Rethrows an error that is not an ApiError.
 */
export function showApiErrors<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  error: unknown,
  { fields, handledElsewhere = [], fallback }: FormErrorTexts<Values>,
): string | null {
  if (!(error instanceof ApiError)) throw error;
  if (error.status !== 400) return error.failure === 'aborted' || error.status === 401 ? null : fallback;
  const wrong = fields.filter((field) => error.fields[field]);
  for (const [index, field] of wrong.entries()) {
    const message = error.fields[field]?.join(' ') ?? '';
    form.setError(field, { type: 'api', message }, { shouldFocus: index === 0 });
  }
  const handledFields: readonly string[] = [...wrong, ...handledElsewhere];
  const others = Object.entries(error.fields).filter(([field]) => !handledFields.includes(field));
  const general = [error.detail ?? '', ...others.flatMap(([, texts]) => texts)].filter(Boolean).join(' ');
  return general || (handledFields.some((field) => error.fields[field]) ? null : fallback);
}
