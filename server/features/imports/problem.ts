import type { z } from 'zod';
import { type Message, messageForIssue } from '#contract/errors.ts';
import type { TextKey } from '#locales/index.ts';

/** The location of a problem: a line of the file, or another file or name. */
export type ProblemLocation = { line?: number | undefined; about?: string | undefined };

/** The reason why something was not imported: a message key of `text/` and a location. */
export type Problem = Message & ProblemLocation;

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
export async function withLocation<Result>(
  location: ProblemLocation,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Refusal ? new Refusal({ ...error.problem, ...location }) : error;
  }
}

export function refuse(key: TextKey, location: ProblemLocation = {}, values?: Message['values']): never {
  throw new Refusal({ key, ...location, ...(values && { values }) });
}

/** Parses a value with a schema of the contract, so that imported data follows the rules of forms. */
export function parseWith<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  location: ProblemLocation,
): z.infer<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Refusal({ ...(issue ? messageForIssue(issue) : { key: 'validation.invalid' }), ...location });
}

/** Adds the file, and the line in it, to a Refusal. */
export function withFile<Result>(name: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { line, ...problem } = error.problem;
    throw new Refusal({ ...problem, about: line === undefined ? name : `${name}:${line}` });
  }
}
