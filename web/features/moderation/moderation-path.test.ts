import { expect, it } from 'vitest';
import { moderationPath, readModerationList } from './moderation-path.ts';

it.each([
  ['', { state: 'visible', search: '', page: 1 }],
  ['state=hidden&search=+спам+&page=3', { state: 'hidden', search: 'спам', page: 3 }],
  ['state=odd&page=-1', { state: 'visible', search: '', page: 1 }],
] as const)('parses «%s»', (query, expected) => {
  expect(readModerationList(new URLSearchParams(query))).toEqual(expected);
});

it('omits default values', () => {
  expect(moderationPath('/staff/posts', { state: 'visible', search: '', page: 1 })).toBe('/staff/posts');
  expect(moderationPath('/staff/posts', { state: 'hidden', search: 'а б', page: 2 })).toBe(
    '/staff/posts?state=hidden&search=%D0%B0+%D0%B1&page=2',
  );
});
