import { describe, expect, it } from 'vitest';
import { permissionsOf } from '#contract/permissions.ts';
import { type Actor, guest } from '#server/platform/actor.ts';
import {
  type Comment,
  canDelete,
  canEdit,
  maxCommentDepth,
  parentProblem,
  type Thread,
  toThreads,
} from './comment.ts';

const postFixture: Comment['post'] = {
  id: 1,
  title: 'Пост',
  slug: 'post',
  author: { id: 1 },
  status: 'published',
  hidden: null,
  publicNames: null,
};
const comment = (id: number, parentId: number | null, isDeleted = false): Comment => ({
  id,
  parentId,
  threadId: parentId === null ? id : 1,
  isDeleted,
  hidden: null,
  post: postFixture,
  author: { id: 1, username: 'anna', firstName: '', lastName: '', avatar: null },
  depth: 0,
  content: `№ ${id}`,
  repliesCount: 0,
  createdAt: new Date(id),
  updatedAt: new Date(id),
});
type Outline = [number, ...Outline[]];
const outline = (threads: Thread[]): Outline[] => threads.map(({ id, replies }) => [id, ...outline(replies)]);

describe('toThreads', () => {
  it('sorts threads newest first and replies oldest first', () => {
    const comments = [comment(1, null), comment(2, null), comment(3, 1), comment(4, 1), comment(5, 3)];
    expect(outline(toThreads(comments, guest))).toEqual([[2], [1, [3, [5]], [4]]]);
  });
  it('keeps a deleted comment above an active reply', () => {
    const comments = [
      comment(1, null, true),
      comment(2, 1, true),
      comment(3, 2),
      comment(4, null, true),
      comment(5, 4, true),
    ];
    expect(outline(toThreads(comments, guest))).toEqual([[1, [2, [3]]]]);
  });
  it('handles ten thousand levels without recursion', () => {
    const chain = Array.from({ length: 10_000 }, (_, index) =>
      comment(index + 1, index === 0 ? null : index),
    );
    expect(toThreads(chain, guest)).toHaveLength(1);
  });
});

describe('parentProblem', () => {
  const parent = { postId: 1, depth: 0, isDeleted: false };
  it('accepts an active comment of the same post', () => expect(parentProblem(parent, 1)).toBeUndefined());
  it.each([
    ['a missing one', undefined],
    ['one of another post', { ...parent, postId: 2 }],
    ['a deleted one', { ...parent, isDeleted: true }],
  ])('refuses %s', (_, given) => expect(parentProblem(given, 1)).toBe('comments.parentUnknown'));
  it('refuses replies below the deepest level', () => {
    expect(parentProblem({ ...parent, depth: maxCommentDepth - 1 }, 1)).toBeUndefined();
    expect(parentProblem({ ...parent, depth: maxCommentDepth }, 1)).toBe('comments.tooDeep');
  });
});

describe('canEdit and canDelete', () => {
  const grantsOf = (flags: { isStaff?: boolean; isSuperuser?: boolean }) =>
    permissionsOf({ role: 'author', isStaff: false, isSuperuser: false, ...flags });
  const user = (changes: object): Actor => ({
    kind: 'user',
    id: 9,
    username: 'boris',
    role: 'author',
    permissions: grantsOf({}),
    restrictions: [],
    lacksSecondFactor: false,
    isConfirmed: true,
    subscriberUntil: null,
    sessionId: 's',
    ...changes,
  });
  it.each([
    ['a guest', guest, false, false],
    ['the author', user({ id: 1 }), true, true],
    ['somebody else', user({}), false, false],
    ['staff', user({ permissions: grantsOf({ isStaff: true }) }), true, true],
    ['a superuser', user({ permissions: grantsOf({ isSuperuser: true }) }), false, true],
  ])('decide for %s', (_, actor, edits, deletes) => {
    const written = comment(1, null);
    expect([canEdit(actor, written), canDelete(actor, written)]).toEqual([edits, deletes]);
  });
});
