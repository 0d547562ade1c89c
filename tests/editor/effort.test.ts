import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCounting } from '#tests/support/counted-work.ts';
import { alwaysTried, harmlessMarkdown, hostileMarkdown } from '#tests/support/hostile-markdown.ts';
import { slowMs } from './fuzzing.ts';

/** The work of opening a text grows linearly with its length, for any content. Counted operations, no timing. */
const isThorough = process.env.EDITOR_RUNS !== undefined;
const longest = isThorough ? 24_000 : 12_000;
const mostPerCharacter = 4_500;
const mostBesides = 10_000_000;

let counter: Awaited<ReturnType<typeof startCounting>>;
let open: (markdown: string) => string;
beforeAll(async () => {
  counter = await startCounting();
  const { createSourceMap } = await import('#web/features/editor/source-map.ts');
  const { documentSchema } = await import('#web/features/editor/schema.ts');
  const schema = documentSchema();
  open = (markdown) => {
    const map = createSourceMap(schema);
    return map.write(map.read(markdown));
  };
}, slowMs);
afterAll(() => counter.stop());

const all = Object.entries({ ...hostileMarkdown, ...harmlessMarkdown });
const tried = all.filter(([name]) => isThorough || alwaysTried.includes(name));

describe('opening and saving', { timeout: slowMs }, () => {
  // Shorter texts cost more per character: the editor shows longer complex ones as source.
  it.each(tried)('%s costs no more than length allows', async (_name, make) => {
    for (const length of [3_000, longest]) {
      const cost = await counter.count(() => open(make(length)));
      expect(cost, `${length} characters`).toBeLessThan(mostBesides + mostPerCharacter * length);
    }
  });
});
