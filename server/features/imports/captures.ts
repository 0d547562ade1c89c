import { refuse } from './problem.ts';

/** Characters of all uses together: many short calls of a long text would become a text of any length. */
const maxUsed = 2_000_000;

/** What a template of Jekyll stores for later. */
export type Captures = {
  set(name: string, text: string): void;
  has(name: string): boolean;
  /** Throws Refusal if the texts are used too often. */
  get(name: string): string | undefined;
};

export function createCaptures(): Captures {
  const texts = new Map<string, string>();
  let left = maxUsed;
  return {
    set: (name, text) => void texts.set(name, text),
    has: (name) => texts.has(name),
    get(name) {
      const text = texts.get(name);
      left -= text?.length ?? 0;
      return left < 0 ? refuse('imports.tooComplex') : text;
    },
  };
}
