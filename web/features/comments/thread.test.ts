import { describe, expect, it } from 'vitest';
import { comment } from '#tests/support/thread-comment.ts';
import { firstThreads, firstThreadsOf, normaliseAfter, normaliseAsked, toDiscussion } from './thread.ts';

describe('firstThreads', () => {
  const thread = [
    comment(1, null, [comment(2, 1), comment(3, 1)]),
    comment(4),
    comment(5, null, [comment(6, 5)]),
  ];
  const ids = (limit: number, target: number | null = null) =>
    firstThreads(thread, limit, target).map(({ id }) => id);

  it('counts replies and never separates them from their comment', () => {
    expect([ids(1), ids(3), ids(4), ids(5), ids(99)]).toEqual([[1], [1], [1, 4], [1, 4, 5], [1, 4, 5]]);
  });

  it('extends to the target comment of the URL', () => {
    expect([ids(1, 6), ids(1, 2), ids(1, 77)]).toEqual([[1, 4, 5], [1], [1]]);
  });
});

describe('firstThreadsOf', () => {
  const comments = Array.from({ length: 60 }, (_, id) => comment(id));
  const all = toDiscussion({ comments, comments_count: 60, next_after: null }, null);
  const part = (query: string) => firstThreadsOf(all, new URLSearchParams(query));

  it('returns the first 50 comments, or the whole part when the URL requests more', () => {
    expect(part('')).toEqual({ ...all, comments: comments.slice(0, 50), isWhole: false });
    for (const more of ['comments=100', 'comments=51', 'comments=1000000', 'comments=1e99'])
      expect(part(more)).toEqual(all);
    for (const odd of ['comments=1', 'comments=-5', 'comments=x', 'comments='])
      expect(part(odd).comments).toHaveLength(50);
  });
});

describe('the query of a part', () => {
  it.each([
    ['', ''],
    ['10', ''],
    ['x', ''],
    ['51', '100'],
    ['1000000', '100'],
  ])('normalizes the comments parameter %j to %j', (value, normal) =>
    expect(normaliseAsked(value)).toBe(normal),
  );

  it.each([
    ['', ''],
    ['007', '7'],
    ['-7', ''],
    ['1.5', ''],
    ['x', ''],
  ])('normalizes the after parameter %j to %j', (value, normal) =>
    expect(normaliseAfter(value)).toBe(normal),
  );
});
