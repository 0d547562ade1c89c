import { z } from 'zod';

/** `error` is an English literal for programs, on the endpoints that declare it; `detail` is Russian, for people. */
export const detailBody = z.object({
  detail: z.string(),
  code: z.string().optional(),
  error: z.string().optional(),
  /** Seconds to wait, where `code` names the reason. */
  retry_after: z.int().optional(),
});
export const fieldErrorsBody = z.record(z.string(), z.array(z.string()));

/** Both shapes at once: some clients read the literal, others the field. */
export const detailedFieldErrorsBody = z
  .object({ error: z.string(), detail: z.string() })
  .catchall(z.array(z.string()));

/** 400 carries a general text, texts by field, or both; any other error a general text (docs/api.md, Errors). */
export const badRequestBody = z.union([detailBody.strict(), fieldErrorsBody, detailedFieldErrorsBody]);

export function getErrorBody(status: number): z.ZodType {
  return status === 400 ? badRequestBody : detailBody;
}

/** A message key of `text/` and its interpolation values. */
export type Message = { key: string; values?: Record<string, string | number> };

/** The message key for a Zod issue: the key that the schema names, else one by the kind of issue. */
export function messageForIssue(issue: z.core.$ZodIssue): Message {
  if (/^[A-Za-z]+\.[A-Za-z]+$/.test(issue.message)) {
    const values: Record<string, string | number> = {};
    if ('minimum' in issue) values.min = Number(issue.minimum);
    if ('maximum' in issue) values.max = Number(issue.maximum);
    return { key: issue.message, values };
  }
  if (issue.code === 'too_big' && issue.origin === 'string')
    return { key: 'validation.tooLong', values: { max: Number(issue.maximum) } };
  if (issue.code === 'too_small' && issue.origin === 'string')
    return { key: 'validation.tooShort', values: { min: Number(issue.minimum) } };
  if (issue.code === 'invalid_type' && issue.input === undefined) return { key: 'validation.required' };
  return { key: 'validation.invalid' };
}

/**
 * The first issue of each top-level field, in schema order: further issues mostly follow from the first. An issue of
 * the whole body becomes `non_field_errors`.
 */
export function messagesByField(error: z.ZodError): Record<string, Message[]> {
  const fields: Record<string, Message[]> = {};
  for (const issue of error.issues) {
    const field = issue.path.length > 0 ? String(issue.path[0]) : 'non_field_errors';
    fields[field] ??= [messageForIssue(issue)];
  }
  return fields;
}
