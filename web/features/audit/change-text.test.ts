import { expect, it } from 'vitest';
import { fieldName, valueText } from './change-text.ts';

it.each([
  ['role', 'editor', 'Роль', 'Редактор'],
  ['rule', 'spam', 'Правило', 'Реклама, рассылки и накрутки'],
  ['is_active', 'false', 'Доступ', 'нет'],
  ['reason', 'spam', 'Причина', 'spam'],
  ['unnamed', 'constructor', 'unnamed', 'constructor'],
])('shows %s %s as «%s: %s»', (field, value, name, text) => {
  expect([fieldName(field), valueText(field, value)]).toEqual([name, text]);
});

it('shows a timestamp as a date', () => {
  expect(valueText('until', '2026-12-23T12:22:02.657Z')).toContain('23 декабря 2026');
});
