import { describe, expect, it } from 'vitest';
import type { PostDetail } from '#contract/posts.ts';
import { savedMessage, submitLabel } from './publication-texts.ts';

describe('the texts of publication', () => {
  it.each([
    [undefined, 'published', 'Опубликовать'],
    [undefined, 'draft', 'Сохранить черновик'],
    ['draft', 'published', 'Опубликовать'],
    ['draft', 'draft', 'Сохранить черновик'],
    ['draft', 'later', 'Запланировать'],
    ['published', 'published', 'Сохранить изменения'],
    ['published', 'draft', 'Снять с публикации'],
  ] as const)('label the button of a %s post that becomes %s «%s»', (before, chosen, label) => {
    expect(submitLabel(before, chosen)).toBe(label);
  });

  it.each([
    [undefined, 'published', 'Статья успешно опубликована!'],
    ['draft', 'published', 'Статья успешно опубликована!'],
    ['draft', 'draft', 'Черновик сохранен!'],
    ['published', 'published', 'Статья успешно обновлена!'],
    ['published', 'draft', 'Статья снята с публикации и осталась черновиком.'],
  ] as const)('say what has happened to a %s post that is %s now', (before, status, message) => {
    expect(savedMessage(before, { status, publish_at: null } as PostDetail)).toBe(message);
  });

  it('name the time of a scheduled post', () => {
    const post = { status: 'draft', publish_at: '2026-11-21T06:30:00.000Z' } as PostDetail;
    expect(savedMessage('draft', post)).toBe('Статья выйдет 21 ноября 2026, 09:30 по московскому времени.');
  });
});
