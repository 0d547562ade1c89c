import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startExecutionCounter } from '#tests/support/execution-counter.ts';
import { defaultCases, harmlessMarkdown, hostileMarkdown } from '#tests/support/hostile-markdown.ts';

/** The work of opening a text grows linearly with its length, for any content. Counted operations, no timing. */
const isThorough = process.env.EDITOR_RUNS !== undefined;
const maxLength = isThorough ? 24_000 : 12_000;
const maxPerCharacter = 4_500;
const maxBaseCost = 10_000_000;

let counter: ReturnType<typeof startExecutionCounter>;
let open: (markdown: string) => string;
beforeAll(async () => {
  counter = startExecutionCounter();
  const { createSourceTracker: createSourceMap } = await import('#web/features/editor/source-tracker.ts');
  const { createDocumentSchema: documentSchema } = await import('#web/features/editor/schema.ts');
  const schema = documentSchema();
  open = (markdown) => {
    const map = createSourceMap(schema);
    return map.write(map.read(markdown));
  };
});
afterAll(() => counter.stop());

const allTexts = Object.entries({ ...hostileMarkdown, ...harmlessMarkdown });
const testedTexts = allTexts.filter(([name]) => isThorough || defaultCases.includes(name));

describe('opening and saving', () => {
  // Shorter texts cost more per character: the editor shows longer complex ones as source.
  it.each(testedTexts)('%s costs no more than length allows', async (_name, make) => {
    for (const length of [3_000, maxLength]) {
      const cost = await counter.count(() => open(make(length)));
      expect(cost, `${length} characters`).toBeLessThan(maxBaseCost + maxPerCharacter * length);
    }
  });
});
