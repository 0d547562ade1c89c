import { expect, it, onTestFinished } from 'vitest';
import { defaultPublicationRules } from '#contract/publication-rules.ts';
import { startExecutionCounter } from '#tests/support/execution-counter.ts';

const maxStepsPerWord = 300;

it('stop words by the thousand take one pass over a long text', async () => {
  const counter = await startExecutionCounter();
  onTestFinished(() => counter.stop());
  // What is loaded before the counter is not counted.
  const { compileRules, judge } = await import('./text-rules.ts');
  const { readTexts } = await import('#server/platform/text-reading.ts');
  const words = Array.from({ length: 5_000 }, (_, index) => `слово${index} ещё${index}`);
  const rules = compileRules({ ...defaultPublicationRules, stop_words: [...words, 'конец*'] });
  const text = readTexts([`${'обычный текст о городе '.repeat(10_000)} конецсвета`]);
  const author = { id: 7, isTrusted: false, isConfirmed: false, isTrapped: false };
  const regular = { ...author, ageHours: 1_000, publicTexts: 50 };
  let verdict: unknown;
  const steps = await counter.count(() => {
    verdict = judge(text, regular, { rules, categoryId: null });
  });
  expect(verdict).toEqual({ outcome: 'waits', rule: 'stop-words' });
  expect(steps).toBeLessThan(maxStepsPerWord * text.words.split(' ').length);
});
