import { expect, it } from 'vitest';
import { csvLine } from './csv.ts';

it('quotes every cell', () => {
  expect(csvLine([1, null, 'а', 'a "b"; c', 'a\nb'])).toBe('"1";"";"а";"a ""b""; c";"a\nb"\r\n');
});

it.each([
  ['=1+1', "'=1+1"],
  ['+a', "'+a"],
  ['-a', "'-a"],
  ['@a', "'@a"],
  ['\t=a', "'\t'=a"],
  ['\r=a', "'\r'=a"],
  ['＝1', "'＝1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠a', "'＠a"],
  ['  =a', "  '=a"],
  ['"=a"', '""\'=a""'],
])('makes a text of the formula %j', (text, cell) => {
  expect(csvLine([text])).toBe(`"${cell}"\r\n`);
});

it.each([',', ';', '\t', '\n', '\r\n', ', ', ',,'])('marks a formula after %j within a cell', (separator) => {
  expect(csvLine([`a${separator}=1`])).toContain("'=1");
  expect(csvLine([`a${separator}"=1"`])).toContain('""\'=1""');
});

it('leaves numbers, words and calculations within a text', () => {
  for (const text of ['-5', '+79001234567', '-5,-6.5;-7', 'a=b', 'a - b', 'a, b-c', 'я@б.рф', '[1, -5]', ''])
    expect(csvLine([text])).toBe(`"${text}"\r\n`);
});
