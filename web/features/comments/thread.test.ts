import { describe, expect, it } from 'vitest';
import { comment } from '#tests/support/thread-comment.ts';
import { firstPart, firstThreads, linkedParts } from './thread.ts';

describe('firstThreads', () => {
  const thread = [
    comment(1, null, [comment(2, 1), comment(3, 1)]),
    comment(4),
    comment(5, null, [comment(6, 5)]),
  ];
  const ids = (limit: number, target: number | null = null) =>
    firstThreads(thread, limit, target).map(({ id }) => id);

  it('counts answers and tears none from what it answers', () => {
    expect([ids(1), ids(3), ids(4), ids(5), ids(99)]).toEqual([[1], [1], [1, 4], [1, 4, 5], [1, 4, 5]]);
  });

  it('reaches the comment that an address names', () => {
    expect([ids(1, 6), ids(1, 2), ids(1, 77)]).toEqual([[1, 4, 5], [1], [1]]);
  });
});

describe('firstPart', () => {
  const comments = Array.from({ length: 60 }, (_, id) => comment(id));
  const part = (query: string) =>
    firstPart({ comments, comments_count: 60, isWhole: true }, new URLSearchParams(query));

  it('is what a page begins with, or what its address asks for', () => {
    expect(part('')).toEqual({ comments: comments.slice(0, 50), comments_count: 60, isWhole: false });
    expect(part('comments=100')).toEqual({ comments, comments_count: 60, isWhole: true });
    for (const odd of ['comments=1', 'comments=-5', 'comments=x', 'comments=1e99'])
      expect(part(odd).comments).toHaveLength(50);
  });
});

describe('linkedParts', () => {
  const links = (text: string) => linkedParts(text).flatMap(({ href }) => href ?? []);

  it('finds addresses and leaves the punctuation of the sentence outside', () => {
    expect(linkedParts('См. https://example.ru/a?b=1, там всё.')).toEqual([
      { text: 'См. ' },
      { text: 'https://example.ru/a?b=1', href: 'https://example.ru/a?b=1' },
      { text: ', там всё.' },
    ]);
    expect(links('(https://example.ru/x).')).toEqual(['https://example.ru/x']);
    expect(links('«https://example.ru/x»')).toEqual(['https://example.ru/x']);
  });

  it('keeps brackets that belong to the address', () => {
    expect(links('https://ru.example.org/wiki/Ключ_(река)')).toEqual([
      'https://ru.example.org/wiki/Ключ_(река)',
    ]);
  });

  it('links nothing but http and https', () => {
    expect(links('javascript:alert(1) ftp://a.ru data:text/html,x www.example.ru')).toEqual([]);
  });

  it('loses no character', () => {
    const text = 'a\nhttp://x.ru\n\nб https:// в http://y.ru/?q=1!!!';
    expect(
      linkedParts(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  });
});
