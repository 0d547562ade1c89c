import { expect, it } from 'vitest';
import { pageLinks } from './page-links.ts';

it('keeps the other query parameters in the links', () => {
  const target = {
    publicUrl: 'https://n.example',
    path: '/api/v1/posts/',
    query: { search: 'ё ж', page: '2' },
  };
  expect(pageLinks(target, { number: 2, size: 20, offset: 20 }, 41)).toEqual({
    next: 'https://n.example/api/v1/posts/?search=%D1%91+%D0%B6&page=3',
    previous: 'https://n.example/api/v1/posts/?search=%D1%91+%D0%B6&page=1',
  });
});
