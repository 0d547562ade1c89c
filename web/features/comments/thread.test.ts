import { describe, expect, it } from 'vitest';
import type { CommentDetail } from '#contract/comments.ts';
import { countActive, firstThreads, linkedParts, withAdded, withChanges } from './thread.ts';

function comment(id: number, parent: number | null = null, replies: CommentDetail[] = []): CommentDetail {
  return {
    id,
    parent,
    replies,
    content: `Комментарий ${id}`,
    author: 1,
    author_info: { id: 1, username: 'vera', full_name: '', avatar: null, avatar_info: null },
    post: 7,
    post_title: 'Пост',
    post_slug: 'post',
    is_active: true,
    replies_count: replies.length,
    is_reply: parent !== null,
    created_at: '2026-11-20T09:00:00Z',
    updated_at: '2026-11-20T09:00:00Z',
  };
}

/** `1(2(3) 4)`: ids with their replies in brackets. */
function shape(comments: readonly CommentDetail[]): string {
  return comments
    .map(({ id, replies }) => (replies.length > 0 ? `${id}(${shape(replies)})` : `${id}`))
    .join(' ');
}

describe('withAdded', () => {
  const thread = [comment(1, null, [comment(2, 1, [comment(3, 2)]), comment(4, 1)]), comment(5)];

  it('puts a new comment first and a reply last among its siblings, at any depth', () => {
    const added = [comment(10), comment(11, 1), comment(12, 3), comment(13)];
    expect(shape(withAdded(thread, added))).toBe('13 10 1(2(3(12)) 4 11) 5');
  });

  it('accepts a reply to a comment that was itself added', () => {
    expect(shape(withAdded([], [comment(10), comment(11, 10)]))).toBe('10(11)');
  });

  it('leaves out what the server already knows and what answers a vanished comment', () => {
    expect(shape(withAdded(thread, [comment(4, 1), comment(5), comment(20, 99)]))).toBe(shape(thread));
  });

  it('counts the new reply on its parent and leaves the given thread as it was', () => {
    const before = structuredClone(thread);
    expect(withAdded(thread, [comment(11, 1)])[0]?.replies_count).toBe(3);
    expect(thread).toEqual(before);
  });
});

describe('countActive', () => {
  it('does not count a tombstone but counts the replies under it', () => {
    const tombstone = { ...comment(1, null, [comment(2, 1), comment(3, 1)]), is_active: false };
    expect(countActive([tombstone, comment(4)])).toBe(3);
  });
});

describe('withChanges', () => {
  const none = { edited: new Map(), deleted: new Set<number>() };
  const thread = [comment(1, null, [comment(2, 1, [comment(3, 2)]), comment(4, 1)]), comment(5)];

  it('takes a deleted comment away, and leaves a tombstone over living answers', () => {
    const changed = withChanges(thread, { ...none, deleted: new Set([2, 4, 5]) });
    expect(shape(changed)).toBe('1(2(3))');
    expect(changed[0]?.replies[0]?.is_active).toBe(false);
    expect([countActive(thread), countActive(changed)]).toEqual([5, 2]);
  });

  it('takes a tombstone away with the last answer under it', () => {
    expect(shape(withChanges(thread, { ...none, deleted: new Set([2, 3]) }))).toBe('1(4) 5');
  });

  it('shows new words unless the server has newer ones', () => {
    const words = (updated_at: string) =>
      withChanges([comment(1)], { ...none, edited: new Map([[1, { content: 'Иначе', updated_at }]]) })[0]
        ?.content;
    expect(words('2026-11-20T09:00:01Z')).toBe('Иначе');
    expect(words('2026-11-20T08:59:59Z')).toBe('Комментарий 1');
  });
});

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
