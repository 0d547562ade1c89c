import { describe, expect, it } from 'vitest';
import { completeUrl, isOwnImage, isSafeUrl } from './safe-url.ts';

describe('isSafeAddress', () => {
  it.each(['https://example.ru', 'http://x', 'mailto:a@b.ru', '/posts/x', '#place', '?page=2', 'posts/x'])(
    'accepts %s',
    (address) => expect(isSafeUrl(address)).toBe(true),
  );

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'java\u200Bscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://example.ru/x',
    'tg://resolve?domain=x',
    '',
    '\u0000',
  ])('rejects %j', (address) => expect(isSafeUrl(address)).toBe(false));
});

describe('addressFromInput', () => {
  it.each([
    ['example.ru', 'https://example.ru'],
    [' example.ru/a?b=1 ', 'https://example.ru/a?b=1'],
    ['кто.рф', 'https://кто.рф'],
    ['http://example.ru', 'http://example.ru'],
    ['me@example.ru', 'mailto:me@example.ru'],
    ['/posts/x', '/posts/x'],
    ['#place', '#place'],
    ['example.ru:8080/x', 'https://example.ru:8080/x'],
  ])('completes %j to %j', (input, address) => expect(completeUrl(input)).toBe(address));

  it.each(['', 'слово', 'два слова', 'javascript:alert(1)', 'data:x', 'https://a b'])(
    'returns null for %j',
    (input) => expect(completeUrl(input)).toBeNull(),
  );
});

it('recognises images of this site', () => {
  expect(isOwnImage('/media/ab/c.webp')).toBe(true);
  for (const source of ['//media/x', 'https://example.ru/media/x', 'data:image/png,x', 'media/x'])
    expect(isOwnImage(source)).toBe(false);
});
