import { describe, expect, it } from 'vitest';
import { applyMark, type Mark } from './markdown-marks.ts';

/** The brackets stand for the ends of the selection. */
function mark(shown: string, kind: Mark): string {
  const from = shown.indexOf('⟦');
  const to = shown.indexOf('⟧') - 1;
  const text = shown.replace(/[⟦⟧]/g, '');
  const change = applyMark(text, [from, to], kind, 'Текст ссылки');
  const result = text.slice(0, change.from) + change.insert + text.slice(change.to);
  return `${result.slice(0, change.selectFrom)}⟦${result.slice(change.selectFrom, change.selectTo)}⟧${result.slice(change.selectTo)}`;
}

describe('applyMark', () => {
  it('puts bold and italic around the selection and takes them away again', () => {
    expect(mark('один ⟦два⟧ три', 'bold')).toBe('один **⟦два⟧** три');
    expect(mark('один **⟦два⟧** три', 'bold')).toBe('один ⟦два⟧ три');
    expect(mark('один ⟦два⟧', 'italic')).toBe('один *⟦два⟧*');
    expect(mark('один *⟦два⟧*', 'italic')).toBe('один ⟦два⟧');
  });

  it('does not take bold for italic', () => {
    expect(mark('**⟦два⟧**', 'italic')).toBe('***⟦два⟧***');
    expect(mark('***⟦два⟧***', 'italic')).toBe('**⟦два⟧**');
    expect(mark('***⟦два⟧***', 'bold')).toBe('*⟦два⟧*');
  });

  it('marks whole lines', () => {
    expect(mark('один\nдв⟦⟧а\nтри', 'subheading')).toBe('один\n## два⟦⟧\nтри');
    expect(mark('один\n## дв⟦⟧а', 'subheading')).toBe('один\nдва⟦⟧');
    expect(mark('о⟦дин\nдв⟧а', 'quote')).toBe('> один\n> два⟦⟧');
  });

  it('selects the address of a new link', () => {
    expect(mark('см. ⟦здесь⟧', 'link')).toBe('см. [здесь](⟦https://⟧)');
    expect(mark('⟦⟧', 'link')).toBe('[Текст ссылки](⟦https://⟧)');
  });
});
