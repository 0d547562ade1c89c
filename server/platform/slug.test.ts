import { describe, expect, it } from 'vitest';
import { slugify, withSuffix } from './slug.ts';

const rules = { maxLength: 30, fallback: 'post', reserved: new Set(['create']) };

describe('slugify', () => {
  it.each([
    ['New Category', 'new-category'],
    ['Ночной трамвай: репортаж', 'nochnoy-tramvay-reportazh'],
    ['Съёмка щуки — 2026', 'syomka-schuki-2026'],
    ['Café  déjà -- vu', 'cafe-deja-vu'],
    ['__init__', 'init'],
    ['!!!', 'post'],
    ['日本', 'post'],
    ['2026', '2026-post'],
    ['Create', 'create-post'],
    ['Очень длинный заголовок про длинные заголовки', 'ochen-dlinnyy-zagolovok-pro-dl'],
  ])('%s → %s', (title, slug) => expect(slugify(title, rules)).toBe(slug));
});

it('keeps a suffixed slug within its length', () => {
  expect(withSuffix('a'.repeat(30), 12, 30)).toBe(`${'a'.repeat(27)}-12`);
});
