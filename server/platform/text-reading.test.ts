import { expect, it } from 'vitest';
import { readTexts } from './text-reading.ts';

it.each([
  'тут:https://spam.test/',
  'https://spam。test/x',
  'spam%2Etest',
  'sp\u00adam.test',
  'https:/spam.test',
  'https:\\\\spam.test',
  'ｓｐａｍ．test',
  'https://google.test/url?q=https://spam.test',
  '(spam.test).',
  '«spam.test»',
  'spam.test?a',
  'SPAM.Test:443',
])('a plain text names the host in %j', (text) => {
  expect(readTexts([text]).hosts).toContain('spam.test');
});

it('a plain text links to what readers can click', () => {
  const { links } = readTexts(['https://a.test/B?x=1, https://a.test/ и www.b.test/c', 'c.test']);
  expect(links).toEqual(['a.test/b?x=1', 'a.test', 'b.test']);
});
