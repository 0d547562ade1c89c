import { describe, expect, it } from 'vitest';
import { listPath, parseListState } from './list-path.ts';

const read = (query: string) => parseListState(new URLSearchParams(query));

describe('the path of a post list', () => {
  it('parses its own output', () => {
    const state = { search: 'хлеб & соль', category: '3', ordering: 'title', page: 4 } as const;
    expect(read(listPath(state).split('?')[1] ?? '')).toEqual(state);
  });

  it('supports the list of own posts and ignores an unknown status', () => {
    expect(listPath({ status: 'draft', page: 2 }, '/posts/my')).toBe('/posts/my?status=draft&page=2');
    expect(read('status=draft').status).toBe('draft');
    expect(read('status=secret').status).toBeUndefined();
  });

  it('omits defaults, so that one state has one URL', () => {
    expect(listPath({ search: '', category: '', ordering: '-created_at', page: 1 })).toBe('/posts');
  });

  it.each(['page=0', 'page=-3', 'page=1.5', 'page=abc', 'page=', 'ordering=password', 'search=%20%20'])(
    'treats %s as absent',
    (query) => {
      expect(read(query)).toEqual({ search: '', category: '', ordering: '-created_at', page: 1 });
    },
  );
});
