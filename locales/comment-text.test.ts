import { describe, expect, it } from 'vitest';
import { commentMaxLength } from '#contract/comments.ts';
import { countSteps, findExcessiveSteps } from '#tests/support/step-cost.ts';
import { splitBlocks, typesetComment, typesetParts } from './comment-text.ts';

countSteps();

describe('the blocks of a comment', () => {
  it('show at most two blank lines in a row', () => {
    expect(splitBlocks(`начало${'\n'.repeat(9_900)}конец`)).toEqual([
      { isCode: false, text: 'начало\n\n\nконец' },
    ]);
    expect(splitBlocks('а\n \n\t\n\u00a0\n\nб\n\nв')).toEqual([{ isCode: false, text: 'а\n\n\nб\n\nв' }]);
  });

  it('keep fenced code as it was typed', () => {
    const code = 'def f(x):\n    if x > 1:\n\n\n\n\n        return "да"';
    expect(splitBlocks(`Вот:\n\n\`\`\`python\n${code}\n\`\`\`\n\nтак`)).toEqual([
      { isCode: false, text: 'Вот:' },
      { isCode: true, text: code },
      { isCode: false, text: 'так' },
    ]);
    expect(splitBlocks(`\`\`\`\`\r\n\`\`\`\r\n\`\`\`\``)).toEqual([{ isCode: true, text: '```' }]);
    expect(splitBlocks('```')).toEqual([{ isCode: false, text: '```' }]);
    expect(splitBlocks('```\n  x - 5')).toEqual([{ isCode: true, text: '  x - 5' }]);
  });
});

describe('the typography of a comment', () => {
  it('leaves code out', () => {
    expect(typesetParts('"Строка" - `x = "строка" - 5` и `` ` ``')).toEqual([
      { text: '«Строка»\u00a0— ' },
      { text: 'x = "строка" - 5', isCode: true },
      { text: ' и\u00a0' },
      { text: '`', isCode: true },
    ]);
    expect(typesetComment('"да"\n```\nprint("привет") - 1\n```\n"нет"')).toBe(
      '«да»\nprint("привет") - 1\n«нет»',
    );
  });

  it('pairs quotation marks around code', () => {
    expect(typesetComment('"функция `f` здесь"')).toBe('«функция f здесь»');
  });

  it('keeps single backticks and every other sign of Markdown', () => {
    const text = '5` и **6**\n`` одна ` и три ```\n# да\n- нет';
    expect(typesetParts(text)).toEqual([
      { text: text.replace(' и ', ' и\u00a0').replace('- ', '—\u00a0').replace(' и три', ' и\u00a0три') },
    ]);
  });

  it.each([
    ['single backticks', '`а'],
    ['runs of different lengths', '` `` ``` ```` ````` '],
    ['fences', '```\n'],
    ['blank lines', ' \n\t\n'],
    ['quotation marks and code', '"а `"` '],
  ])('takes no more steps for %s than for a plain comment', async (name, attack) => {
    const found = await findExcessiveSteps({
      work: typesetComment,
      attacks: [{ name, make: (length) => attack.repeat(length / attack.length) }],
      ordinary: (length) => 'слово и дело, '.repeat(length / 14),
      length: commentMaxLength,
    });
    expect(found).toEqual([]);
  });
});
