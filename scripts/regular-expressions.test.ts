import { describe, expect, it } from 'vitest';
import { analyse, expressionsIn } from './regular-expressions.ts';

describe('expressionsIn', () => {
  it('finds literals and the positions of RegExp calls', () => {
    const code =
      'const a = /x+$/u;\nconst b = new RegExp("y" + a.source);\nconst c = globalThis.RegExp("z");';
    expect(expressionsIn('a.ts', code)).toEqual({
      literals: [{ location: 'a.ts:1', source: 'x+$', flags: 'u' }],
      calls: ['a.ts:2', 'a.ts:3'],
    });
  });

  it('reads TSX files and does not take a division for an expression', () => {
    const code = 'export const A = ({ a }) => <p title={a.replace(/b/g, "")}>{a / 2 / 3}</p>;';
    expect(expressionsIn('a.tsx', code).literals.map(({ source }) => source)).toEqual(['b']);
  });
});

describe('verdictOn', () => {
  const resultOf = (expression: RegExp) =>
    analyse({ location: '', source: expression.source, flags: expression.flags });

  it.each([/^[a-z]+$/, /(?<=^|\s)-(?= )/g, /[.,]/dgu])('reports %s as linear', (expression) => {
    expect(resultOf(expression)).toBe('linear');
  });

  it.each([/[-_]+$/, /^(a+)+$/, /<[^>]*>/g])('reports the complexity of %s', (expression) => {
    expect(resultOf(expression)).toMatch(/polynomial|exponential/);
  });
});
