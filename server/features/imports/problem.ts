import type { z } from 'zod';
import { issueMessage, type Message } from '#contract/errors.ts';
import type { TextKey } from '#text/index.ts';

/** Where in the folder something is wrong: a line of the file, or another file or name it speaks of. */
export type Place = { line?: number | undefined; about?: string | undefined };

/** Why something was not taken: a message key of `text/` and its place. */
export type Problem = Message & Place;

/** Thrown by what reads a folder; whoever goes from article to article turns it into a line of the report. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.key);
    this.problem = problem;
  }
}

/** Tells the place in whatever `work` refuses. */
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

/** The value as a schema of the contract takes it: a folder may bring in nothing that a form could not. */
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
