import { expect, it } from 'vitest';
import { readComments } from './comment-data.ts';
import { Refusal } from './problem.ts';

const now = new Date('2026-11-20T12:00:00Z');

it('reads a discussion with replies to any depth', () => {
  const text = `- author: gleb
  date: 2026-11-03T12:00:00+03:00
  text: |
    Первая строка.
    Вторая.
  replies:
    - author: nina
      date: 2026-11-03T13:00:00+03:00
      text: Ответ
      replies:
        - { author: gleb, date: 2026-11-03 14:00, text: Спасибо }
`;
  expect(readComments(text, now)).toEqual([
    {
      author: { text: 'gleb', line: 1 },
      createdAt: new Date('2026-11-03T09:00:00Z'),
      content: 'Первая строка.\nВторая.',
      replies: [
        {
          author: { text: 'nina', line: 7 },
          createdAt: new Date('2026-11-03T10:00:00Z'),
          content: 'Ответ',
          replies: [
            {
              author: { text: 'gleb', line: 11 },
              createdAt: new Date('2026-11-03T11:00:00Z'),
              content: 'Спасибо',
              replies: [],
            },
          ],
        },
      ],
    },
  ]);
});

it('returns no comments for an empty file', () => {
  expect(readComments('', now)).toEqual([]);
});

const whole = '- author: gleb\n  date: 2026-11-03\n  text: Да';
it.each([
  ['author: gleb', 'imports.notList', 1],
  ['- просто текст', 'imports.notMapping', 1],
  ['\n- date: 2026-11-03\n  text: Да', 'imports.commentAuthorMissing', 2],
  ['- author: gleb\n  text: Да', 'imports.commentDateMissing', 1],
  ['- author: gleb\n  date: 2027-01-01\n  text: Да', 'imports.dateInFuture', 2],
  ['- author: gleb\n  date: 2026-11-03', 'comments.contentRequired', 1],
  [`- author: gleb\n  date: 2026-11-03\n  text: ${'я'.repeat(10_001)}`, 'validation.tooLong', 3],
  [`${whole}\n  replies: нет`, 'imports.notList', 4],
  [
    `${whole}\n  replies:\n    - author: nina\n      date: 2026-11-02\n      text: Нет`,
    'imports.commentBeforeParent',
    6,
  ],
])('refuses %j', (text, key, line) => {
  expect.assertions(1);
  try {
    readComments(text, now);
  } catch (error) {
    expect(error instanceof Refusal && error.problem).toMatchObject({ key, line });
  }
});
