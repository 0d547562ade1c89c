import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startExecutionCounter } from '#tests/support/execution-counter.ts';
import { defaultCases, harmlessMarkdown, hostileMarkdown } from '#tests/support/hostile-markdown.ts';

/**
 * The cost of rendering grows linearly with the length of a text, for any content. The test counts operations instead
 * of measuring time. `npm run fuzz:editor` tests longer texts.
 */
const isThorough = process.env.EDITOR_RUNS !== undefined;
const length = isThorough ? 36_000 : 12_000;
const hostile = Object.entries(hostileMarkdown).filter(([name]) => isThorough || defaultCases.includes(name));
const maxStepsPerCharacter = 1_500;
/** Allowance for the work before a text is refused. */
const freeSteps = 10_000_000;

let counter: ReturnType<typeof startExecutionCounter>;
let renderMarkdown: typeof import('./render.ts')['renderMarkdown'];
let ComplexityLimitError: typeof import('./complexity-limit.ts')['ComplexityLimitError'];
beforeAll(async () => {
  counter = startExecutionCounter();
  ({ renderMarkdown } = await import('./render.ts'));
  ({ ComplexityLimitError } = await import('./complexity-limit.ts'));
});
afterAll(() => counter.stop());

const countSteps = (markdown: string) =>
  counter.count(() => {
    try {
      renderMarkdown(markdown);
    } catch (error) {
      if (!(error instanceof ComplexityLimitError)) throw error;
    }
  });

describe('rendering', () => {
  it.each(hostile)('stays within the limit for its length: %s', async (_name, make) => {
    expect(await countSteps(make(length))).toBeLessThan(freeSteps + maxStepsPerCharacter * length);
  });

  // The array operations behind it cost much time, but few counted steps.
  it.each(['ёw|\n', 'ёw`a`', 'a-hё\n'])('refuses many pieces of plain text to join: %j', (piece) => {
    expect(() => renderMarkdown(piece.repeat(25_000))).toThrow(ComplexityLimitError);
  });

  it('has linear cost and no refusal for similar but harmless texts', async () => {
    for (const [name, make] of Object.entries(harmlessMarkdown)) {
      const [once, twice] = [await countSteps(make(500)), await countSteps(make(1_000))];
      expect(twice / once, name).toBeLessThan(2.15);
      expect(() => renderMarkdown(make(2_000)), name).not.toThrow();
    }
  });

  it('accepts ordinary texts of any kind', () => {
    const links = Array.from(
      { length: 700 },
      (_, index) => `[Статья ${index}](https://example.com/articles/${index}-o-mostah)`,
    );
    expect(renderMarkdown(links.join(', ')).html).toContain('699-o-mostah');
    for (const words of [
      '**слово** ',
      '_слово_, ',
      '**важное _слово_**: ',
      'имя_из_частей ',
      '(~~слово~~) ',
      'файл main.ts, `код` и\n',
    ])
      expect(() => renderMarkdown(words.repeat(4_000)), words).not.toThrow();
    expect(
      renderMarkdown(links.map((link) => `- ${link}\n  - ещё **слово** и \`код\``).join('\n')).html,
    ).toContain('699');
    expect(renderMarkdown(`> - цитата из списка\n\nслово\n\n`.repeat(300)).html).toContain('<blockquote>');
    expect(renderMarkdown(`\`\`\`json\n${'[1, [2, *3*], <4>],\n'.repeat(8_000)}\`\`\``).html).toContain(
      '<pre',
    );
  });
});
