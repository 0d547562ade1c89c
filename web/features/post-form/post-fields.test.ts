import { describe, expect, it } from 'vitest';
import type { PostDetail } from '#contract/posts.ts';
import { checkPublication, emptyPost, toFormValues, toRequestBody } from './post-fields.ts';

const now = new Date('2026-11-20T06:00:00Z');
const draft = { draft_key: 'post-1', draft_writer: 'a' };
const long = { ...emptyPost, title: 'А', content: 'слово '.repeat(30) };

describe('a scheduled post in the form', () => {
  it('is sent as a draft with a time that is entered in Moscow time', () => {
    const later = { ...long, status: 'later' as const, publish_at: '2026-11-21T09:30' };
    expect(toRequestBody(later, 'x', draft)).toMatchObject({
      status: 'draft',
      publish_at: '2026-11-21T06:30:00.000Z',
    });
    const post = { ...long, category: null, status: 'draft', publish_at: '2026-11-21T06:30:00.000Z' };
    expect(toFormValues(post as PostDetail)).toMatchObject({
      status: 'later',
      publish_at: '2026-11-21T09:30',
    });
  });

  it('has no time when it is a draft or published', () => {
    for (const status of ['draft', 'published'] as const)
      expect(toRequestBody({ ...long, status, publish_at: '2026-11-21T09:30' }, 'x', draft)).toMatchObject({
        status,
        publish_at: null,
      });
  });

  it.each([
    ['', true],
    ['скоро', true],
    ['2026-11-20T09:00', true],
    ['2026-11-20T09:01', false],
  ])('rejects the time %j: %s', (publish_at, isWrong) => {
    const problems = checkPublication({ ...long, status: 'later', publish_at }, now);
    expect(problems.publish_at !== undefined).toBe(isWrong);
  });

  it('accepts a text shorter than recommended', () => {
    const short = { ...emptyPost, content: 'Коротко.', publish_at: '2026-11-21T09:30' };
    expect(checkPublication({ ...short, status: 'later' }, now)).toEqual({});
  });
});
