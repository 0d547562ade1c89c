import type { z } from 'zod';
import { issueMessage, type Message } from '#contract/errors.ts';
import type { TextKey } from '#text/index.ts';

/** The location of a problem: a line of the file, or another file or name. */
export type Place = { line?: number | undefined; about?: string | undefined };

/** The reason why something was not imported: a message key of `text/` and a location. */
export type Problem = Message & Place;

/** Thrown while a folder is read; the import of an article turns it into a line of the report. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.key);
    this.problem = problem;
  }
}

/** Adds the location to a Refusal thrown by `work`. */
export async function placed<Result>(place: Place, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Refusal ? new Refusal({ ...error.problem, ...place }) : error;
  }
}

export function refuse(key: TextKey, place: Place = {}, values?: Message['values']): never {
  throw new Refusal({ key, ...place, ...(values && { values }) });
}

/** Parses a value with a schema of the contract, so that imported data follows the rules of forms. */
export function accept<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  place: Place,
): z.infer<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Refusal({ ...(issue ? issueMessage(issue) : { key: 'validation.invalid' }), ...place });
}
