import { describe, expect, it } from 'vitest';
import type { CommentDetail } from '#contract/comments.ts';
import { createCommentDetail } from '#tests/support/comment-detail.ts';
import { countActive, withAdded, withChanges } from './thread-changes.ts';

/** `1(2(3) 4)`: ids with their replies in brackets. */
function shape(comments: readonly CommentDetail[]): string {
  return comments
    .map(({ id, replies }) => (replies.length > 0 ? `${id}(${shape(replies)})` : `${id}`))
    .join(' ');
}

describe('withAdded', () => {
  const thread = [
    createCommentDetail(1, null, [
      createCommentDetail(2, 1, [createCommentDetail(3, 2)]),
      createCommentDetail(4, 1),
    ]),
    createCommentDetail(5),
  ];

  it('inserts a new comment first and a reply last among its siblings at any depth', () => {
    const added = [
      createCommentDetail(10),
      createCommentDetail(11, 1),
      createCommentDetail(12, 3),
      createCommentDetail(13),
    ];
    expect(shape(withAdded(thread, added))).toBe('13 10 1(2(3(12)) 4 11) 5');
  });

  it('accepts a reply to a comment that was itself added', () => {
    expect(shape(withAdded([], [createCommentDetail(10), createCommentDetail(11, 10)]))).toBe('10(11)');
  });

  it('omits a comment that the server already returns and a reply to a missing comment', () => {
    expect(
      shape(
        withAdded(thread, [createCommentDetail(4, 1), createCommentDetail(5), createCommentDetail(20, 99)]),
      ),
    ).toBe(shape(thread));
  });

  it('increments the reply count of the parent without mutating the thread', () => {
    const before = structuredClone(thread);
    expect(withAdded(thread, [createCommentDetail(11, 1)])[0]?.replies_count).toBe(3);
    expect(thread).toEqual(before);
  });
});

describe('countActive', () => {
  it('does not count a tombstone but counts the replies under it', () => {
    const tombstone = {
      ...createCommentDetail(1, null, [createCommentDetail(2, 1), createCommentDetail(3, 1)]),
      is_active: false,
    };
    expect(countActive([tombstone, createCommentDetail(4)])).toBe(3);
  });
});

describe('withChanges', () => {
  const none = { edited: new Map(), deleted: new Set<number>() };
  const thread = [
    createCommentDetail(1, null, [
      createCommentDetail(2, 1, [createCommentDetail(3, 2)]),
      createCommentDetail(4, 1),
    ]),
    createCommentDetail(5),
  ];

  it('removes a deleted comment and leaves a tombstone above active replies', () => {
    const changed = withChanges(thread, { ...none, deleted: new Set([2, 4, 5]) });
    expect(shape(changed)).toBe('1(2(3))');
    expect(changed[0]?.replies[0]?.is_active).toBe(false);
    expect([countActive(thread), countActive(changed)]).toEqual([5, 2]);
  });

  it('removes a tombstone together with its last reply', () => {
    expect(shape(withChanges(thread, { ...none, deleted: new Set([2, 3]) }))).toBe('1(4) 5');
  });

  it('shows an edited text unless the server has a newer one', () => {
    const shownContent = (updated_at: string) =>
      withChanges([createCommentDetail(1)], {
        ...none,
        edited: new Map([[1, { content: 'Иначе', updated_at }]]),
      })[0]?.content;
    expect(shownContent('2026-11-20T09:00:01Z')).toBe('Иначе');
    expect(shownContent('2026-11-20T08:59:59Z')).toBe('Комментарий 1');
  });
});
