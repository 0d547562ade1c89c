import { expect, it } from 'vitest';
import { moderationPath, readModerationList } from './moderation-path.ts';

const defaults = { state: 'visible', search: '', author: null, category: '', page: 1 };

it.each([
  ['', {}],
  ['state=hidden&search=+спам+&page=3', { state: 'hidden', search: 'спам', page: 3 }],
  ['state=odd&page=-1&author=x', {}],
  ['state=draft', {}],
  ['author=7&category=gorod', { author: 7, category: 'gorod' }],
] as const)('parses «%s»', (query, expected) => {
  expect(readModerationList(new URLSearchParams(query))).toEqual({ ...defaults, ...expected });
});

it('knows more states of posts', () => {
  expect(readModerationList(new URLSearchParams('state=draft'), ['visible', 'draft']).state).toBe('draft');
});

it('omits default values', () => {
  expect(moderationPath('/staff/posts', { state: 'visible', search: '', author: null, page: 1 })).toBe(
    '/staff/posts',
  );
  expect(moderationPath('/staff/posts', { author: 7, category: 'gorod' })).toBe(
    '/staff/posts?author=7&category=gorod',
  );
  expect(moderationPath('/staff/posts', { state: 'hidden', search: 'а б', page: 2 })).toBe(
    '/staff/posts?state=hidden&search=%D0%B0+%D0%B1&page=2',
  );
});
