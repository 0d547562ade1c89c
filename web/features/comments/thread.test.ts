import { describe, expect, it } from 'vitest';
import { createCommentDetail } from '#tests/support/comment-detail.ts';
import {
  discussionPath,
  firstThreads,
  limitToFirstThreads,
  normalizeAfterParam,
  normalizeCommentsParam,
  normalizeOrderParam,
  toDiscussion,
} from './thread.ts';

describe('firstThreads', () => {
  const thread = [
    createCommentDetail(1, null, [createCommentDetail(2, 1), createCommentDetail(3, 1)]),
    createCommentDetail(4),
    createCommentDetail(5, null, [createCommentDetail(6, 5)]),
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
  const settings = {
    closed: null,
    locked: false,
    close_after_days: null,
    closes_at: null,
    slow_mode_seconds: 0,
    pinned_comment: null,
  };
  const comments = Array.from({ length: 60 }, (_, id) => createCommentDetail(id));
  const all = toDiscussion(
    { comments, comments_count: 60, next_after: null, settings, newest_at: null },
    { order: 'newest', startsAt: null },
  );
  const part = (query: string) => limitToFirstThreads(all, new URLSearchParams(query));

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
  ])('normalizes the comments parameter %j to %j', (value, normalized) =>
    expect(normalizeCommentsParam(value)).toBe(normalized),
  );

  it.each([
    ['', ''],
    ['007', '7'],
    ['-7', ''],
    ['1.5', ''],
    ['x', ''],
  ])('normalizes the after parameter %j to %j', (value, normalized) =>
    expect(normalizeAfterParam(value)).toBe(normalized),
  );
});

describe('the order in the URL', () => {
  it('is absent for the default and for unknown values', () => {
    expect(['newest', 'oldest', 'discussed', 'x', ''].map(normalizeOrderParam)).toEqual([
      '',
      'oldest',
      'discussed',
      '',
      '',
    ]);
    expect(discussionPath('newest')).toBe('?#comments');
    expect(discussionPath('oldest', { after: '7' })).toBe('?order=oldest&after=7#comments');
  });
});
