import { describe, expect, it } from 'vitest';
import { permissionsOf } from '#contract/permissions.ts';
import { type Actor, guest } from '#server/platform/actor.ts';
import { canDelete, canEdit, canPin, canView, countChanges, namesFor } from './post.ts';

const now = new Date('2026-01-15T12:00:00Z');
const grantsOf = (flags: { isStaff?: boolean; isSuperuser?: boolean }) =>
  permissionsOf({ role: 'author', isStaff: false, isSuperuser: false, ...flags });
const user = (changes: object): Actor => ({
  kind: 'user',
  id: 1,
  username: 'anna',
  role: 'author',
  permissions: grantsOf({}),
  restrictions: [],
  lacksSecondFactor: false,
  isConfirmed: true,
  subscriberUntil: null,
  sessionId: 's',
  ...changes,
});
const actors = {
  guest,
  author: user({ id: 7 }),
  other: user({}),
  staff: user({ permissions: grantsOf({ isStaff: true }) }),
  superuser: user({ permissions: grantsOf({ isSuperuser: true }) }),
} satisfies Record<string, Actor>;
const published = { author: { id: 7 }, status: 'published', hidden: null } as const;
const draft = { author: { id: 7 }, status: 'draft', hidden: null } as const;
const hidden = { author: { id: 7 }, status: 'hidden', hidden: { status: 'published' } } as const;
const hiddenDraft = { ...hidden, hidden: { status: 'draft' } } as const;

describe.each([
  { role: 'guest', viewDraft: false, edit: false, remove: false },
  { role: 'author', viewDraft: true, edit: true, remove: true },
  { role: 'other', viewDraft: false, edit: false, remove: false },
  { role: 'staff', viewDraft: true, edit: true, remove: true },
  { role: 'superuser', viewDraft: false, edit: false, remove: true },
] as const)('$role', ({ role, viewDraft, edit, remove }) => {
  const actor = actors[role];
  it('reads published posts', () => expect(canView(actor, published)).toBe(true));
  it(`drafts: ${viewDraft}`, () => expect(canView(actor, draft)).toBe(viewDraft));
  it(`hidden posts: ${viewDraft || role === 'superuser'}`, () =>
    expect(canView(actor, hidden)).toBe(viewDraft || role === 'superuser'));
  it(`hidden drafts: ${viewDraft}`, () => expect(canView(actor, hiddenDraft)).toBe(viewDraft));
  it('gets the last public title and slug of an unpublished post that it may not see', () => {
    const names = { title: 'Новое', slug: 'novoe' };
    const publicNames = { title: 'Старое', slug: 'staroe' };
    const post = { ...draft, ...names, id: 5, publicNames };
    expect(namesFor(actor, post)).toEqual(viewDraft ? names : publicNames);
    const unknown = namesFor(actor, { ...post, publicNames: null });
    expect(unknown).toEqual(viewDraft ? names : { title: 'Снятая публикация', slug: '5' });
  });
  it(`edits: ${edit}`, () => expect(canEdit(actor, published)).toBe(edit));
  it(`deletes: ${remove}`, () => expect(canDelete(actor, published)).toBe(remove));
});

describe('canPin', () => {
  const subscriber = user({ id: 7, subscriberUntil: new Date(now.getTime() + 1) });
  it('allows a subscriber to pin an own published post', () =>
    expect(canPin(subscriber, published, now)).toBe(true));
  it('ends with the subscription', () =>
    expect(canPin(subscriber, published, new Date(now.getTime() + 1))).toBe(false));
  it('refuses drafts', () => expect(canPin(subscriber, draft, now)).toBe(false));
  it('refuses posts of other authors', () =>
    expect(canPin({ ...subscriber, id: 8 } as Actor, published, now)).toBe(false));
});

describe('countChanges', () => {
  const stateOf = (status: string, category_id: number | null) => ({
    status,
    category_id,
    comments_count: 3,
  });
  const nothing = { all: 0, published: 0, comments: 0, categories: [] };
  it.each([
    [
      'a new post',
      undefined,
      stateOf('published', 5),
      { all: 1, published: 1, comments: 3, categories: [[5, 1]] },
    ],
    ['a new draft', undefined, stateOf('draft', 5), { ...nothing, all: 1 }],
    [
      'a draft is published',
      stateOf('draft', null),
      stateOf('published', null),
      { ...nothing, published: 1, comments: 3 },
    ],
    ['a post does not change', stateOf('published', 5), stateOf('published', 5), nothing],
    ['a draft moves', stateOf('draft', 5), stateOf('draft', 6), nothing],
    [
      'a post moves',
      stateOf('published', 9),
      stateOf('published', 2),
      {
        ...nothing,
        categories: [
          [2, 1],
          [9, -1],
        ],
      },
    ],
    [
      'a post is deleted',
      stateOf('published', 5),
      undefined,
      { all: -1, published: -1, comments: -3, categories: [[5, -1]] },
    ],
    ['a draft is deleted', stateOf('draft', 5), undefined, { ...nothing, all: -1 }],
  ])('%s', (_, before, after, expected) => expect(countChanges(before, after)).toEqual(expected));
});
