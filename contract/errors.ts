import { z } from 'zod';

/** `error` is English for programs, where the contract names it; `detail` is Russian for people. */
export const detailBody = z.object({
  detail: z.string(),
  code: z.string().optional(),
  error: z.string().optional(),
});
export const fieldErrorsBody = z.record(z.string(), z.array(z.string()));

/** Both at once, where callers look for the literal or for the field (contract 7). */
export const refusedFieldBody = z
  .object({ error: z.string(), detail: z.string() })
  .catchall(z.array(z.string()));

/** 400 carries a general text, texts by field, or both; every other error a general text (contract 1.4). */
export const badRequestBody = z.union([detailBody.strict(), fieldErrorsBody, refusedFieldBody]);

export function errorBodyOf(status: number): z.ZodType {
  return status === 400 ? badRequestBody : detailBody;
}

/** A message key of `text/` and the values to fill in. */
export type Message = { key: string; values?: Record<string, string | number> };

/** The words for a Zod issue, as a key: our own where the schema names one, else by the kind of mistake. */
export function issueMessage(issue: z.core.$ZodIssue): Message {
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
 * The first issue of each top-level field, in the order of the schema: the others mostly follow from it. A mistake
 * of the whole body is `non_field_errors`.
 */
export function messagesByField(error: z.ZodError): Record<string, Message[]> {
  const fields: Record<string, Message[]> = {};
  for (const issue of error.issues) {
    const field = issue.path.length > 0 ? String(issue.path[0]) : 'non_field_errors';
    fields[field] ??= [issueMessage(issue)];
  }
  return fields;
}
