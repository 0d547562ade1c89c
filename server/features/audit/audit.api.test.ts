import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditAction } from '#contract/audit.ts';
import { type Endpoint, isWrite, requiredPermission } from '#contract/endpoint.ts';
import { endpoints } from '#contract/index.ts';
import type { EndpointId } from '#contract/paths.ts';
import { defaultPublicationRules } from '#contract/publication-rules.ts';
import { moscowDay } from '#server/platform/moscow-day.ts';
import {
  article,
  createFinishedTask,
  createReadyTask,
  createSmallTask,
  partOf,
  placeFolder,
  startUpload,
} from '#tests/support/import-tasks.ts';
import { subscribe } from '#tests/support/subscriptions.ts';
import { type CallOptions, createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';
import { createTickingClock } from '#tests/support/ticking-clock.ts';

let app: TestApp;
const clock = createTickingClock();
let administrator: TestUser;
let author: TestUser;
beforeAll(async () => {
  app = await createTestApp({ clock });
  administrator = await app.createUser({ role: 'administrator' });
  author = await app.createUser();
});
afterAll(() => app.stop());

const list = async (query: Record<string, string | number> = {}) =>
  (await app.call('listAuditLog', { as: administrator, query })).body;
const postParams = async () => ({ params: { id: (await app.createPost(author)).id } });
const createComment = async () => {
  const post = await app.createPost(author);
  const body = { post: post.id, content: 'Сказано.' };
  return (await app.call('createComment', { as: author, body })).body as { id: number };
};
const staffCall = (id: EndpointId, options: CallOptions) => app.call(id, { ...options, as: administrator });
const caseParams = async () => {
  const target = (await app.createPost(author)).id;
  await staffCall('createReport', { body: { target_kind: 'post', target, rule: 'spam' } });
  const { count } = (await staffCall('listReportCases', {})).body;
  const { results } = (await staffCall('listReportCases', { query: { page_size: 1, page: count } })).body;
  return { params: { id: results[0].id } };
};
const accountParams = async () => ({ params: { id: (await app.createUser()).user.id } });
const startUploadAgain = async () => {
  await app.db.deleteFrom('import_uploads').execute();
  return startUpload(app, administrator, { name: 'a.zip', bytes: 3 });
};
const plan = { name: 'Квартал', price: '799.00', duration_days: 90 };

type Row = { action: AuditAction; input: () => Promise<CallOptions>; id?: EndpointId };

/** A write of staff with the entry that it leaves. */
const rows: Array<Row & { id: EndpointId }> = [
  {
    id: 'setAccountRole',
    action: 'account.role',
    input: async () => ({ ...(await accountParams()), body: { role: 'editor' } }),
  },
  {
    id: 'disableAccount',
    action: 'account.disable',
    input: async () => ({ ...(await accountParams()), body: { reason: 'Спам' } }),
  },
  {
    id: 'enableAccount',
    action: 'account.enable',
    input: async () => {
      const params = await accountParams();
      await staffCall('disableAccount', { ...params, body: { reason: 'Спам' } });
      return params;
    },
  },
  {
    id: 'sanctionAccount',
    action: 'account.sanction',
    input: async () => ({
      ...(await accountParams()),
      body: { kind: 'warning', rule: 'spam', reason: 'Спам' },
    }),
  },
  {
    id: 'hideAccountTexts',
    action: 'account.hide-texts',
    input: async () => ({ ...(await accountParams()), body: { rule: 'spam', reason: 'Спам' } }),
  },
  {
    id: 'endDecision',
    action: 'account.sanction-end',
    input: async () => {
      const body = { kind: 'warning', rule: 'spam', reason: 'Спам' };
      const made = await staffCall('sanctionAccount', { ...(await accountParams()), body });
      return { params: { id: made.body.id } };
    },
  },
  {
    id: 'addAccountNote',
    action: 'account.note',
    input: async () => ({ ...(await accountParams()), body: { text: 'Разговаривали.' } }),
  },
  {
    id: 'assignReportCase',
    action: 'report.assign',
    input: async () => ({ ...(await caseParams()), body: { assigned: true } }),
  },
  {
    id: 'decideReportCase',
    action: 'report.leave',
    input: async () => ({ ...(await caseParams()), body: { outcome: 'leave' } }),
  },
  {
    id: 'decideObjection',
    action: 'objection.decide',
    input: async () => {
      const body = { kind: 'warning', rule: 'spam', reason: 'Спам' };
      const params = { id: author.user.id };
      const made = await staffCall('sanctionAccount', { params, body });
      // Nobody decides about an own decision.
      await app.db.updateTable('moderation_decisions').set({ moderator_id: null }).execute();
      await app.call('createObjection', {
        as: author,
        params: { id: made.body.id },
        body: { text: 'Это не реклама, а объявление о концерте.' },
      });
      const { results } = (await staffCall('listObjections', {})).body;
      return { params: { id: results[0].id }, body: { outcome: 'upheld', reason: 'Реклама' } };
    },
  },
  { id: 'hidePost', action: 'post.hide', input: postParams },
  {
    id: 'decideWaitingTexts',
    action: 'post.restore',
    input: async () => {
      const { id } = await app.createPost(author);
      const { updated_at } = await app.db
        .updateTable('posts')
        .set({
          status: 'hidden',
          hidden_status: 'published',
          hidden_at: clock.now(),
          waiting_rule: 'newcomer',
        })
        .where('id', '=', id)
        .returning('updated_at')
        .executeTakeFirstOrThrow();
      return { body: { outcome: 'publish', texts: [{ kind: 'post', id, updated_at }] } };
    },
  },
  {
    id: 'replacePublicationRules',
    action: 'publication.change',
    input: async () => {
      const { version } = (await staffCall('getPublicationRules', {})).body;
      return { body: { version, rules: { ...defaultPublicationRules, newcomer_hours: 48 } } };
    },
  },
  {
    id: 'restorePost',
    action: 'post.restore',
    input: async () => {
      const params = await postParams();
      await staffCall('hidePost', params);
      return params;
    },
  },
  { id: 'keepOffFrontPage', action: 'post.off-front-page', input: postParams },
  {
    id: 'returnToFrontPage',
    action: 'post.on-front-page',
    input: async () => {
      const params = await postParams();
      await staffCall('keepOffFrontPage', params);
      return params;
    },
  },
  {
    id: 'replaceFrontPageLayout',
    action: 'front-page.place',
    input: async () => {
      const { version } = (await staffCall('getFrontPageLayout', {})).body;
      const { id } = await app.createPost(author);
      return { body: { version, placements: [{ post_id: id, section: 'lead' }] } };
    },
  },
  {
    id: 'updateDiscussion',
    action: 'discussion.change',
    input: async () => ({
      params: { postId: (await app.createPost(author)).id },
      body: { locked: true },
    }),
  },
  {
    id: 'hideComment',
    action: 'comment.hide',
    input: async () => ({ params: { id: (await createComment()).id } }),
  },
  {
    id: 'restoreComment',
    action: 'comment.restore',
    input: async () => {
      const params = { params: { id: (await createComment()).id } };
      await staffCall('hideComment', params);
      return params;
    },
  },
  {
    id: 'createCategory',
    action: 'category.create',
    input: async () => ({ body: { name: `Раздел ${Math.random()}` } }),
  },
  {
    id: 'replaceCategory',
    action: 'category.edit',
    input: async () => ({
      params: { slug: (await app.createCategory()).slug },
      body: { name: `Раздел ${Math.random()}` },
    }),
  },
  {
    id: 'updateCategory',
    action: 'category.edit',
    input: async () => ({
      params: { slug: (await app.createCategory()).slug },
      body: { description: 'Иначе' },
    }),
  },
  {
    id: 'deleteCategory',
    action: 'category.delete',
    input: async () => ({ params: { slug: (await app.createCategory()).slug } }),
  },
  { id: 'createPlan', action: 'plan.create', input: async () => ({ body: plan }) },
  {
    id: 'updatePlan',
    action: 'plan.edit',
    input: async () => {
      const { body } = await staffCall('createPlan', { body: plan });
      return { params: { id: body.id }, body: { price: '699.00' } };
    },
  },
  {
    id: 'refundPayment',
    action: 'payment.refund',
    input: async () => {
      const { payment_id } = await subscribe(app, await app.createUser());
      return { params: { id: payment_id }, body: { amount: '1.00' } };
    },
  },
  {
    id: 'createImport',
    action: 'import.plan',
    input: async () => ({ body: { folder: placeFolder(app, 'blog', { 'a.md': article('Перенос') }) } }),
  },
  {
    id: 'startImportUpload',
    action: 'import.upload',
    input: async () => ({ body: { name: 'a.zip', bytes: 3 } }),
  },
  {
    id: 'addImportPart',
    action: 'import.upload-part',
    input: async () => partOf((await startUploadAgain()).id, 0, Buffer.from('abc')),
  },
  {
    id: 'deleteImportUpload',
    action: 'import.upload-delete',
    input: async () => ({ params: { id: (await startUploadAgain()).id } }),
  },
  { id: 'downloadImportPlan', action: 'import.download', input: () => createSmallTask(app, administrator) },
  { id: 'startImport', action: 'import.start', input: () => createReadyTask(app, administrator) },
  { id: 'stopImport', action: 'import.stop', input: () => createSmallTask(app, administrator) },
  { id: 'undoImport', action: 'import.undo', input: () => createFinishedTask(app, administrator) },
  { id: 'exportAuditLog', action: 'audit.export', input: async () => ({}) },
  // Writes that authors make too: those of staff on their texts are entries.
  {
    id: 'updatePost',
    action: 'post.edit',
    input: async () => ({
      params: { slug: (await app.createPost(author)).slug },
      body: { title: 'Исправлено' },
    }),
  },
  {
    id: 'deletePost',
    action: 'post.delete',
    input: async () => ({ params: { slug: (await app.createPost(author)).slug } }),
  },
  {
    id: 'createDraftLink',
    action: 'post.draft-link',
    input: async () => ({
      body: { key: `post-${(await app.createPost(author, { status: 'draft' })).id}` },
    }),
  },
  {
    id: 'createCorrection',
    action: 'post.correction',
    input: async () => ({
      params: { slug: (await app.createPost(author)).slug },
      body: { text: 'Было неверно.' },
    }),
  },
  {
    id: 'deleteCorrection',
    action: 'post.correction-delete',
    input: async () => {
      const { slug } = await app.createPost(author);
      const { body } = await app.call('createCorrection', {
        as: author,
        params: { slug },
        body: { text: 'Было неверно.' },
      });
      return { params: { slug, id: body.id } };
    },
  },
  {
    id: 'updateComment',
    action: 'comment.edit',
    input: async () => ({ params: { id: (await createComment()).id }, body: { content: 'Смягчено.' } }),
  },
  {
    id: 'deleteComment',
    action: 'comment.delete',
    input: async () => ({ params: { id: (await createComment()).id } }),
  },
];

it('has a row for every write that needs a permission of staff', () => {
  const writes = Object.values<Endpoint>(endpoints)
    .filter((endpoint) => requiredPermission(endpoint) && (isWrite(endpoint) || endpoint.contentType))
    .map(({ id }) => id);
  expect(writes.filter((id) => !rows.some((row) => row.id === id))).toEqual([]);
});

it.each(rows)('$id leaves one entry: $action', async ({ id, action, input }) => {
  const options = await input();
  const before = (await list()).count;
  const { status } = await staffCall(id, options);
  expect(status).toBeLessThan(300);
  const { count, results } = await list();
  expect(count).toBe(before + 1);
  expect(results[0]).toMatchObject({
    action,
    actor: { id: administrator.user.id, name: administrator.user.username, role: 'administrator' },
    address: '127.0.0.1',
  });
});

it('leaves no entry for what changes nothing, is refused, or is an author’s own', async () => {
  const params = await postParams();
  await staffCall('hidePost', { ...params, body: { reason: 'Спам' } });
  const before = (await list()).count;
  await staffCall('hidePost', { ...params, body: { reason: 'Спам' } });
  await app.call('hidePost', { as: author, ...params });
  const own = await app.createPost(author);
  await app.call('updatePost', { as: author, params: { slug: own.slug }, body: { title: 'Своё' } });
  await app.call('deletePost', { as: author, params: { slug: own.slug } });
  expect((await list()).count).toBe(before);
});

it('shows the values before and after', async () => {
  const colleague = await app.createUser();
  const params = { id: colleague.user.id };
  await staffCall('setAccountRole', { params, body: { role: 'moderator' } });
  const { results } = await list({ target_kind: 'account', target: colleague.user.id });
  expect(results[0].changes).toContainEqual({ field: 'role', before: 'author', after: 'moderator' });
  expect(results[0].target.name).toBe(colleague.user.username);
});

describe('the list', () => {
  it('is filtered by action, actor, target, day and words', async () => {
    const [first] = (await list()).results;
    const today = moscowDay(clock.now());
    expect((await list({ action: first.action })).count).toBeGreaterThan(0);
    expect((await list({ actor: administrator.user.id })).count).toBe((await list()).count);
    expect((await list({ actor: author.user.id })).count).toBe(0);
    expect((await list({ from: today, to: today })).count).toBe((await list()).count);
    expect((await list({ to: '2020-01-01' })).count).toBe(0);
    expect((await list({ search: administrator.user.username.slice(2, 9) })).count).toBeGreaterThan(0);
    expect((await list({ search: 'нет-такого' })).count).toBe(0);
    const query = { from: 'вчера' };
    expect((await app.call('listAuditLog', { as: administrator, query })).status).toBe(400);
    expect((await app.call('listAuditLog', { as: administrator, query: { page: 999 } })).status).toBe(404);
  });

  it('is exported whole, in the order of the list, without formulas', async () => {
    const expiresAt = new Date(Date.now() + 90 * 86_400_000);
    const row = {
      at: clock.now(),
      actor_name: '=HYPERLINK("http://x")',
      actor_role: 'editor',
      address: '',
      action: 'plan.edit',
      target_kind: 'plan',
      target_name: 'a;=b\nc',
      expires_at: expiresAt,
    };
    await app.db
      .insertInto('audit_log')
      .values(Array.from({ length: 1_200 }, () => row))
      .execute();
    const body = { action: 'plan.edit' };
    const { status, body: csv, headers } = await staffCall('exportAuditLog', { body });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    const lines = String(csv).split('\r\n').slice(1, -1);
    expect(lines.length).toBe((await list({ action: 'plan.edit' })).count);
    const ids = lines.map((line) => Number(line.split('"')[1]));
    expect(ids).toEqual(ids.toSorted((left, right) => right - left));
    expect(lines[0]).toContain(`"'=HYPERLINK(""http://x"")"`);
    expect(lines[0]).toContain(`"a;'=b\nc"`);
  });
});

describe('an entry', () => {
  it('cannot be changed, deleted or truncated by the application', async () => {
    for (const statement of [
      sql`update audit_log set actor_name = 'x'`,
      sql`delete from audit_log`,
      sql`truncate audit_log`,
    ])
      await expect(statement.execute(app.db)).rejects.toThrow(/append-only|permission denied/);
  });

  it('is deleted after its expiry', async () => {
    const at = new Date(clock.now().getTime() - 100 * 86_400_000);
    const row = {
      at,
      actor_name: 'прежний',
      actor_role: 'editor',
      address: '',
      action: 'plan.edit',
      target_kind: 'plan',
      target_name: '',
      expires_at: new Date(Date.now() - 86_400_000),
    };
    await app.db.insertInto('audit_log').values(row).execute();
    const before = (await list()).count;
    await app.runJob('audit.sweep');
    expect((await list()).count).toBe(before - 1);
  });

  it('names no actor of a promotion by a command', async () => {
    const { user } = await app.createUser();
    await app.accounts.makeAdministrator(user.id);
    const { results } = await list({ target_kind: 'account', target: user.id });
    expect(results).toMatchObject([{ action: 'account.role', actor: { id: null, name: '' }, address: '' }]);
  });
});
