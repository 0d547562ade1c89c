import { describe, expect, it } from 'vitest';
import { commentMaxLength } from '#contract/comments.ts';
import { countSteps, findExcessiveSteps } from '#tests/support/step-cost.ts';
import { splitLinks } from './linked-text.ts';

countSteps();

describe('linkedParts', () => {
  const links = (text: string) => splitLinks(text).flatMap(({ href }) => href ?? []);

  it('links URLs without the punctuation that follows them', () => {
    expect(splitLinks('См. https://example.ru/a?b=1, там всё.')).toEqual([
      { text: 'См. ' },
      { text: 'https://example.ru/a?b=1', href: 'https://example.ru/a?b=1' },
      { text: ', там всё.' },
    ]);
    expect(links('(https://example.ru/x).')).toEqual(['https://example.ru/x']);
    expect(links('«https://example.ru/x»')).toEqual(['https://example.ru/x']);
  });

  it('keeps brackets that belong to the URL', () => {
    expect(links('https://ru.example.org/wiki/Ключ_(река)')).toEqual([
      'https://ru.example.org/wiki/Ключ_(река)',
    ]);
  });

  it('links only http and https', () => {
    expect(links('javascript:alert(1) ftp://a.ru data:text/html,x www.example.ru')).toEqual([]);
  });

  it('keeps every character of the text', () => {
    const text = 'a\nhttp://x.ru\n\nб https:// в http://y.ru/?q=1!!!';
    expect(
      splitLinks(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  });

  it.each([
    [
      'dots and closing brackets after a URL',
      (dots: number) => `https://a${'.'.repeat(dots)}x${')'.repeat(dots)}`,
    ],
    ['opening brackets', (half: number) => `https://a/${'([{'.repeat(half / 3)}x${'(x)'.repeat(half / 3)}`],
    ['URLs within brackets', (half: number) => 'http://a/{a.http://a/(http://a/['.repeat(half / 16)],
  ])('takes no more steps for %s than for a plain comment', async (name, attack) => {
    const found = await findExcessiveSteps({
      work: splitLinks,
      attacks: [{ name, make: (length) => attack(length / 2) }],
      ordinary: (length) => 'слово и дело, '.repeat(length / 14),
      length: commentMaxLength,
    });
    expect(found).toEqual([]);
  });
});
