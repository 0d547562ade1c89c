import { describe, expect, it } from 'vitest';
import { type Actor, guest } from '#server/platform/actor.ts';
import { canDelete, canEdit, canPin, canView } from './post.ts';

const now = new Date('2026-01-15T12:00:00Z');
const user = (changes: object): Actor => ({
  kind: 'user',
  id: 1,
  username: 'anna',
  isStaff: false,
  isSuperuser: false,
  subscriberUntil: null,
  sessionId: 's',
  ...changes,
});
const actors = {
  guest,
  author: user({ id: 7 }),
  other: user({}),
  staff: user({ isStaff: true }),
  superuser: user({ isSuperuser: true }),
} satisfies Record<string, Actor>;
const published = { author: { id: 7 }, status: 'published' } as const;
const draft = { author: { id: 7 }, status: 'draft' } as const;

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
  it(`edits: ${edit}`, () => expect(canEdit(actor, published)).toBe(edit));
  it(`deletes: ${remove}`, () => expect(canDelete(actor, published)).toBe(remove));
});

describe('canPin', () => {
  const subscriber = user({ id: 7, subscriberUntil: new Date(now.getTime() + 1) });
  it('lets a subscriber pin an own published post', () =>
    expect(canPin(subscriber, published, now)).toBe(true));
  it('ends with the subscription', () =>
    expect(canPin(subscriber, published, new Date(now.getTime() + 1))).toBe(false));
  it('knows no pinned drafts', () => expect(canPin(subscriber, draft, now)).toBe(false));
  it('is for authors alone', () =>
    expect(canPin({ ...subscriber, id: 8 } as Actor, published, now)).toBe(false));
});
