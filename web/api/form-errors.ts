import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { ApiError } from './client.ts';

/** The status whose texts a form shows itself: pass it as `quiet` to the call. */
export const formStatuses = [400];

type FormErrorTexts<Values extends FieldValues> = {
  /** The fields of the form in their order on the screen. */
  fields: readonly Path<Values>[];
  /** Fields whose texts the form shows by other means. */
  shown?: readonly string[];
  /** What to say when the API named no reason. */
  fallback: string;
};

/**
 * Puts the API's texts under their fields and moves the focus to the first of them. Gives what belongs to no
 * field, for the box above the form: null when every text found its place. Throws what is not an ApiError.
 */
export function showApiErrors<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  error: unknown,
  { fields, shown = [], fallback }: FormErrorTexts<Values>,
): string | null {
  if (!(error instanceof ApiError)) throw error;
  if (error.status !== 400) return error.failure === 'aborted' || error.status === 401 ? null : fallback;
  const wrong = fields.filter((field) => error.fields[field]);
  for (const [index, field] of wrong.entries()) {
    const message = error.fields[field]?.join(' ') ?? '';
    form.setError(field, { type: 'api', message }, { shouldFocus: index === 0 });
  }
  const placed: readonly string[] = [...wrong, ...shown];
  const others = Object.entries(error.fields).filter(([field]) => !placed.includes(field));
  const general = [error.detail ?? '', ...others.flatMap(([, texts]) => texts)].filter(Boolean).join(' ');
  return general || (placed.some((field) => error.fields[field]) ? null : fallback);
}
