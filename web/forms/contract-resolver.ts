import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import type { z } from 'zod';
import { messagesByField } from '#contract/errors.ts';
import { schemaMessage } from '#locales/schema-messages.ts';

/** Validation beyond the contract: returns a message for each invalid field. */
export type FormCheck<Values> = (values: Values) => { [Field in keyof Values]?: string };

/** Validates a form by a schema of the contract and by its own rules. Each field shows its first error. */
export function contractResolver<Values extends FieldValues, Output>(
  schema: z.ZodType<Output, Values>,
  formCheck?: FormCheck<Values>,
): Resolver<Values, unknown, Output> {
  return (values) => {
    const parsed = schema.safeParse(values);
    const errors: Record<string, { type: string; message: string }> = {};
    for (const [field, message] of Object.entries(formCheck?.(values) ?? {})) {
      if (typeof message === 'string') errors[field] = { type: 'form', message };
    }
    for (const [field, [first]] of parsed.success ? [] : Object.entries(messagesByField(parsed.error))) {
      if (first) errors[field] = { type: 'contract', message: schemaMessage(first.key, first.values) };
    }
    if (parsed.success && Object.keys(errors).length === 0) return { values: parsed.data, errors: {} };
    return { values: {}, errors: errors as FieldErrors<Values> };
  };
}
