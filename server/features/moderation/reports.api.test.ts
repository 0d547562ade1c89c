import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reportsPerDay, shownReports } from '#contract/reports.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

let app: TestApp;
let moderator: TestUser;
let other: TestUser;
let author: TestUser;
let reader: TestUser;
let post: { id: number; slug: string };
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  moderator = await app.createUser({ role: 'moderator' });
  other = await app.createUser({ role: 'moderator' });
  author = await app.createUser();
  reader = await app.createUser();
  post = await app.createPost(author);
});

type Target = { target_kind: string; target: number };
const ofPost = (): Target => ({ target_kind: 'post', target: post.id });
const report = (as: TestUser, target: Target, more: object = {}) =>
  app.call('createReport', { as, body: { ...target, rule: 'spam', ...more } });
const queue = async (query: Record<string, string | number> = {}, as = moderator) =>
  (await app.call('listReportCases', { as, query: { page_size: 100, ...query } })).body.results;
/** The cases about things of the author of this test. */
const casesOf = async (query: Record<string, string> = {}) =>
  (await queue(query)).filter((found: { author: { id: number } }) => found.author.id === author.user.id);
const decide = (id: number, body: object, as = moderator) =>
  app.call('decideReportCase', { as, params: { id }, body });
const notificationsOf = async (as: TestUser) => {
  await app.runJobs();
  const { results } = (await app.call('listNotices', { as })).body;
  return results.map(({ kind, text }: { kind: string; text: string }) => `${kind}: ${text}`);
};

describe('a report', () => {
  it('of the same thing is one case, in its context', async () => {
    const comment = await app.call('createComment', {
      as: author,
      body: { post: post.id, content: 'Спам.' },
    });
    const ofComment = { target_kind: 'comment', target: comment.body.id };
    expect((await report(reader, ofComment, { text: ' Вот ' })).body).toMatchObject({
      rule: 'spam',
      text: 'Вот',
    });
    await report(reader, ofComment, { rule: 'insult', text: '' });
    await report(other, ofComment);
    await report(reader, { target_kind: 'account', target: author.user.id });
    const [about, profile] = await casesOf();
    expect(about).toMatchObject({
      target: { kind: 'comment', text: 'Спам.', is_public: true, slug: post.slug },
      context: 'Заголовок',
      reports_count: 2,
      reports: [
        { reporter: { id: reader.user.id }, rule: 'insult', text: '' },
        { reporter: { id: other.user.id }, rule: 'spam' },
      ],
    });
    expect(profile.target).toMatchObject({ kind: 'account', name: author.user.username, slug: null });
    expect((await casesOf({ kind: 'account' })).length).toBe(1);
    expect((await casesOf({ rule: 'insult' })).length).toBe(1);
    expect((await casesOf({ assignee: 'me' })).length).toBe(0);
  });

  it('is refused for own things, for what the reader cannot see, and above the limit', async () => {
    const draft = await app.createPost(author, { status: 'draft' });
    expect((await report(author, ofPost())).status).toBe(400);
    expect((await report(reader, { target_kind: 'post', target: draft.id })).status).toBe(404);
    expect((await report(reader, { target_kind: 'comment', target: 999_999 })).status).toBe(404);
    expect((await report(reader, { target_kind: 'account', target: 999_999 })).status).toBe(404);
    expect((await report(reader, { target_kind: 'site', target: 1 })).status).toBe(400);
    await report(reader, ofPost());
    const [{ id }] = await casesOf();
    const rows = Array.from({ length: reportsPerDay - 1 }, (_, index) => index);
    const { target_kind, account_id, created_at } = await app.db
      .selectFrom('report_cases')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const cases = await app.db
      .insertInto('report_cases')
      .values(
        rows.map((index) => ({
          target_kind,
          account_id,
          created_at,
          target_name: '',
          target_id: 1_000_000 + id * 1_000 + index,
        })),
      )
      .returning('id')
      .execute();
    await app.db
      .insertInto('reports')
      .values(
        cases.map((row) => ({
          case_id: row.id,
          account_id: reader.user.id,
          rule: 'spam',
          created_at: new Date(),
        })),
      )
      .execute();
    const full = await report(reader, { target_kind: 'account', target: author.user.id });
    expect([full.status, full.body.detail]).toEqual([400, expect.stringContaining('завтра')]);
    await app.runJob('moderation.closeGone');
  });

  it('sent a hundred times at once is in one case', async () => {
    const readers = await Promise.all(Array.from({ length: 25 }, () => app.createUser()));
    const sent = await Promise.all(
      readers.flatMap((as) => Array.from({ length: 4 }, () => report(as, ofPost()))),
    );
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([201]));
    const found = await casesOf();
    expect(found).toMatchObject([{ reports_count: readers.length }]);
    expect(found[0].reports.length).toBe(shownReports);
  });
});

describe('a case', () => {
  it('is closed by its first decision, which everybody concerned learns', async () => {
    await report(reader, ofPost());
    const [{ id }] = await casesOf();
    const assign = (as: TestUser, assigned: boolean) =>
      app.call('assignReportCase', { as, params: { id }, body: { assigned } });
    expect((await assign(other, true)).body.assignee.id).toBe(other.user.id);
    expect((await assign(moderator, true)).status).toBe(400);
    expect((await casesOf({ assignee: 'nobody' })).length).toBe(0);
    const outcomes = await Promise.all([
      decide(id, { outcome: 'hide', rule: 'spam', reason: 'Реклама' }),
      decide(id, { outcome: 'leave' }, other),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await decide(id, { outcome: 'leave' })).status).toBe(400);
    expect((await assign(other, false)).status).toBe(400);
    expect(await casesOf()).toEqual([]);
    const [closed] = await casesOf({ state: 'closed' });
    const isHidden = closed.closed.outcome === 'hidden';
    expect((await app.call('getPost', { params: { slug: post.slug } })).status).toBe(isHidden ? 404 : 200);
    expect(await notificationsOf(reader)).toContain(
      `report_outcome: Заголовок: ${isHidden ? 'скрыто' : 'оставлено'}.`,
    );
    const { results } = (await app.call('listMyDecisions', { as: author })).body;
    expect(results).toMatchObject([{ action: isHidden ? 'hide' : 'leave' }]);
    expect((await notificationsOf(other)).some((text: string) => text.startsWith('report_case_closed'))).toBe(
      isHidden,
    );
  });

  it('is closed by a sanction, by hiding in another way and by the deletion of its text', async () => {
    const [second, third, fourth] = [
      await app.createPost(author),
      await app.createPost(author),
      await app.createPost(author),
    ];
    for (const target of [post.id, second.id, third.id, fourth.id])
      await report(reader, { target_kind: 'post', target });
    await report(reader, { target_kind: 'account', target: author.user.id });
    const [{ id }] = await casesOf();
    const sanction = (body: object) =>
      app.call('sanctionAccount', {
        as: moderator,
        params: { id: author.user.id },
        body: { kind: 'warning', rule: 'spam', reason: 'Спам', ...body },
      });
    expect((await sanction({ report_case: 999_999 })).status).toBe(404);
    expect((await sanction({ report_case: id })).status).toBe(201);
    expect((await sanction({ report_case: id })).status).toBe(400);
    await app.call('hidePost', { as: moderator, params: { id: second.id }, body: { reason: 'Спам' } });
    await app.call('deletePost', { as: author, params: { slug: third.slug } });
    await app.runJob('moderation.closeGone');
    expect((await casesOf()).map((found: { target: { id: number } }) => found.target.id)).toEqual([
      fourth.id,
    ]);
    await app.call('hideAccountTexts', {
      as: moderator,
      params: { id: author.user.id },
      body: { rule: 'spam', reason: 'Спам' },
    });
    const closed = await casesOf({ state: 'closed' });
    expect(closed.map((found: { closed: { outcome: string } }) => found.closed.outcome)).toEqual([
      'sanctioned',
      'hidden',
      'gone',
      'hidden',
      'sanctioned',
    ]);
  });

  it('about a text that is gone is closed as gone, about a profile it is not hidden, about oneself not decided', async () => {
    await report(reader, ofPost());
    await report(reader, { target_kind: 'account', target: author.user.id });
    const [about, profile] = await casesOf();
    await app.call('deletePost', { as: author, params: { slug: post.slug } });
    expect((await decide(about.id, { outcome: 'hide', rule: 'spam' })).body.closed.outcome).toBe('gone');
    expect((await decide(profile.id, { outcome: 'hide', rule: 'spam' })).status).toBe(400);
    await report(reader, { target_kind: 'account', target: moderator.user.id });
    const own = (await queue({ kind: 'account' })).at(-1);
    expect((await decide(own.id, { outcome: 'leave' })).status).toBe(403);
    const unknown = { as: moderator, params: { id: 'x' } };
    expect((await app.call('assignReportCase', { ...unknown, body: { assigned: true } })).status).toBe(404);
    expect((await decide(999_999, { outcome: 'leave' })).status).toBe(404);
    expect((await decide(about.id, { outcome: 'burn' })).status).toBe(400);
    for (const unexplained of [{}, { rule: 'other' }, { rule: 'other', reason: ' ' }])
      expect((await decide(profile.id, { outcome: 'hide', ...unexplained })).body).toEqual({
        reason: ['Укажите причину.'],
      });
    const list = (query: Record<string, string | number>) =>
      app.call('listReportCases', { as: moderator, query });
    expect((await list({ page: 99 })).status).toBe(404);
    expect((await list({ state: 'x' })).status).toBe(400);
  });
});
