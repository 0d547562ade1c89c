import { expect, it } from 'vitest';
import { defaultPublicationRules } from '#contract/publication-rules.ts';
import { readRules } from './publication-form-values.ts';

function formOf(values: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries({
    mode: 'after',
    newcomer_hours: '24',
    newcomer_texts: '3',
    newcomer_links_a_day: '50',
    repeated_domains: '20',
    ...values,
  }))
    data.set(name, value);
  return data;
}

it('reads the rules of a new site', () => {
  expect(readRules(formOf({}))).toEqual({ rules: defaultPublicationRules });
});

it('reads lists by line, and modes of categories', () => {
  const lists = { stop_words: ' казино \n\nказино\nставки на спорт', blocked_domains: 'spam.test\r\n' };
  const read = readRules(
    formOf({ ...lists, 'category-3': 'before', 'category-4': '', needs_confirmed_address: 'on' }),
  );
  expect(read).toMatchObject({
    rules: {
      stop_words: ['казино', 'ставки на спорт'],
      blocked_domains: ['spam.test'],
      category_modes: [{ category: 3, mode: 'before' }],
      needs_confirmed_address: true,
    },
  });
});

it('names the fields that are wrong', () => {
  const read = readRules(
    formOf({ newcomer_hours: '', repeated_domains: 'много', stop_words: 'я'.repeat(101) }),
  );
  expect(Object.keys('problems' in read ? read.problems : {})).toEqual([
    'newcomer_hours',
    'repeated_domains',
    'stop_words',
  ]);
});
