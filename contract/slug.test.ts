import { describe, expect, it } from 'vitest';
import { countSteps, findExcessiveSteps } from '#tests/support/step-cost.ts';
import { slugify, titleSlug, withSuffix } from './slug.ts';

countSteps();

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

  it('reads at most ten characters of a long title for each character of the slug', () => {
    expect(slugify(`${'!'.repeat(290)}конец`, rules)).toBe('konets');
    expect(slugify(`${'!'.repeat(300)}конец`, rules)).toBe('post');
  });

  it('takes no more steps for a run of underscores in a long heading than for words', async () => {
    const found = await findExcessiveSteps({
      work: (title) => slugify(title, rules),
      attacks: [{ name: 'underscores', make: (length) => `a${'_'.repeat(length)}b` }],
      ordinary: (length) => 'слово '.repeat(length / 6),
      length: 200_000,
    });
    expect(found).toEqual([]);
  });
});

describe('titleSlug', () => {
  it.each([
    ['Школа № 5 откроется в мае', 'shkola-5-otkroetsya-v-mae'],
    ['Указ №123 и №№ 4–6', 'ukaz-123-i-4-6'],
    ['Бюджет на 2026–2028 годы', 'byudzhet-na-2026-2028-gody'],
    ['Поезд Москва—Петербург', 'poezd-moskva-peterburg'],
    ['Какой\u2011то вечер', 'kakoy-to-vecher'],
    ['Мой ёж'.normalize('NFD'), 'moy-yozh'],
    ['Node.js и HTTP/2', 'node-js-i-http-2'],
    ['До −5 °C', 'do-5-c'],
    ['New Category', 'new-category'],
    ['№', 'post'],
  ])('%s → %s', (title, slug) => expect(titleSlug(title, rules)).toBe(slug));
});

it('shortens a slug with a suffix to the maximum length', () => {
  expect(withSuffix('a'.repeat(30), 12, 30)).toBe(`${'a'.repeat(27)}-12`);
});
