import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { StaffObjection } from '#contract/objections.ts';
import type { EndpointId, paths } from '#contract/paths.ts';
import { defaultPublicationRules } from '#contract/publication-rules.ts';
import { sign } from '#server/features/payments/providers/sandbox/webhook-signature.ts';
import { deriveSecret } from '#server/platform/crypto.ts';
import type { Fixtures } from '#tests/permissions.ts';
import { createImageForm } from '#tests/support/image-form.ts';
import {
  article,
  createFinishedTask,
  createReadyTask,
  createSmallTask,
  partOf,
  placeFolder,
  startUpload,
} from '#tests/support/import-tasks.ts';
import { createPasskeyDevice } from '#tests/support/passkey-device.ts';
import { fetchTestPicture } from '#tests/support/remote-picture.ts';
import { addPasskey, codeAt, enableTotp, signChallenge, startTotp } from '#tests/support/second-factors.ts';
import {
  createPlan,
  getDefaultPlan,
  openCheckout,
  pressSandboxButton,
  type Session,
  setSubscriptionEnd,
  subscribe,
} from '#tests/support/subscriptions.ts';
import { type CallOptions, createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

/**
 * After every write operation each cached page and list equals a fresh rendering, so the writer sees the change at once. The
 * table names for each operation the pages that must change. Every write must succeed: a refused one changes nothing.
 */
type WriteId = { [Id in EndpointId]: (typeof paths)[Id] extends `GET ${string}` ? never : Id }[EndpointId];
type PageGroup = 'home' | 'posts' | 'post' | 'category' | 'categories' | 'author' | 'pinned';
type Row = {
  /** The pages that must change; none if guests do not see what the operation writes. */
  changes: PageGroup[];
  /** The author of all objects by default. */
  as?: 'staff' | 'guest';
  /** Prepares the data for the write. */
  prepare?: (fixtures: Objects) => Promise<unknown>;
  input?: (fixtures: Objects) => CallOptions | Promise<CallOptions>;
};

const jwtSecret = 'a secret of this test only';
let app: TestApp;
let author: TestUser;
let staff: TestUser;
let paymentId: number;
let correctionId: number;
type Objects = Omit<Fixtures, 'picture' | 'payment' | 'refund'>;
let fixtures: Objects;

const pin = () => app.call('pinPost', { as: author, body: { post_id: fixtures.post.id } });
const postParams = ({ post }: Objects): CallOptions => ({ params: { slug: post.slug } });
const postIdParams = ({ post }: Objects): CallOptions => ({ params: { id: post.id } });
const commentParams = ({ comment }: Objects): CallOptions => ({ params: { id: comment.id } });
const categoryParams = ({ category }: Objects): CallOptions => ({ params: { slug: category.slug } });
const reportOf = ({ post }: Objects) => ({ body: { target_kind: 'post', target: post.id, rule: 'spam' } });
const reportedCase = async (fixtures: Objects) => {
  await app.call('createReport', { as: staff, ...reportOf(fixtures) });
  const { body } = await app.call('listReportCases', { as: staff });
  return { params: { id: body.results[0].id } };
};
const objection = { text: 'Это не реклама, а объявление о концерте.' };
const hideAsOther = async (fixtures: Objects) =>
  app.call('hidePost', {
    as: await app.createUser({ role: 'moderator' }),
    ...postIdParams(fixtures),
    body: {},
  });
const ownDecision = async () => {
  const { results } = (await app.call('listMyDecisions', { as: author })).body;
  return { params: { id: results[0].id } };
};
const accountParams = ({ author }: Objects): CallOptions => ({ params: { id: author.user.id } });
const draftParams = ({ post }: Objects): CallOptions => ({ params: { key: `post-${post.id}` } });
const saveDraft = (fixtures: Objects) =>
  app.call('saveDraft', { as: author, ...draftParams(fixtures), body: { ...text, writer: 'a' } });
/** Runs the jobs and returns the token of the newest e-mail to the author that has one. */
async function readMailedToken(address = author.user.email): Promise<string | undefined> {
  await app.runJobs();
  const mails = app.mails.filter(({ to }) => to === address);
  return mails.flatMap(({ body }) => /token=([\w-]+)"/.exec(body.markup)?.[1] ?? []).at(-1);
}
const requestPasswordReset = () => app.call('requestPasswordReset', { body: { email: author.user.email } });
/** A reply of another user creates a notification for the author. */
async function notifyAuthor({ post, comment }: Objects): Promise<void> {
  const body = { post: post.id, parent: comment.id, content: 'Ответ.' };
  await app.call('createComment', { as: staff, body });
  await app.runJobs();
}
/** A subscription can be renewed a week before it ends. */
const allowRenewal = () => setSubscriptionEnd(app, author, 3);
async function openPendingCheckout(): Promise<Session> {
  await allowRenewal();
  const session = await openCheckout(app, author);
  paymentId = session.payment_id;
  return session;
}
const declineCheckout = async () => pressSandboxButton(app, await openPendingCheckout(), 'decline');
const newEmail = () => `other-${author.user.username}@example.com`;
const requestEmailChange = () => app.call('requestEmailChange', { as: author, body: { email: newEmail() } });
const passkeyParams = async (): Promise<CallOptions> => {
  const { passkeys } = (await app.call('getSecurity', { as: author })).body;
  return { params: { id: passkeys[0].id } };
};
const paymentParams = (): CallOptions => ({ params: { id: paymentId }, body: {} });
const startImportUploadAgain = async () => {
  await app.db.deleteFrom('import_uploads').execute();
  return startUpload(app, staff, { name: 'a.zip', bytes: 3 });
};
const text = { title: 'Совсем другое', content: 'Совсем другой текст.' };
const sandboxSecret = deriveSecret(jwtSecret, 'sandbox payments');
const everywhere: PageGroup[] = ['home', 'posts', 'post', 'category', 'author'];

const rows: Record<WriteId, Row> = {
  createPost: {
    changes: ['home', 'posts', 'category', 'categories', 'author'],
    input: async ({ category }) => {
      const { id } = (await app.call('getCategory', { params: { slug: category.slug } })).body;
      return { body: { ...text, category: id } };
    },
  },
  replacePost: { changes: everywhere, input: (fixtures) => ({ ...postParams(fixtures), body: text }) },
  updatePost: {
    changes: everywhere,
    input: (fixtures) => ({ ...postParams(fixtures), body: { content: text.content } }),
  },
  deletePost: { changes: [...everywhere, 'categories'], input: postParams },
  hidePost: {
    changes: everywhere,
    as: 'staff',
    input: (fixtures) => ({ ...postIdParams(fixtures), body: { reason: 'Спам' } }),
  },
  restorePost: {
    changes: everywhere,
    as: 'staff',
    prepare: (fixtures) => app.call('hidePost', { as: staff, ...postIdParams(fixtures), body: {} }),
    input: postIdParams,
  },
  keepOffFrontPage: { changes: ['home'], as: 'staff', input: postIdParams },
  returnToFrontPage: {
    changes: ['home'],
    as: 'staff',
    prepare: (fixtures) => app.call('keepOffFrontPage', { as: staff, ...postIdParams(fixtures) }),
    input: postIdParams,
  },
  replaceFrontPageLayout: {
    changes: ['home'],
    as: 'staff',
    input: async ({ post }) => {
      const { version } = (await app.call('getFrontPageLayout', { as: staff })).body;
      // The lead that the rules have chosen is another one, which is newer.
      return { body: { version, placements: [{ post_id: post.id, section: 'lead' }] } };
    },
  },
  previewFrontPage: { changes: [], as: 'staff', input: () => ({ body: { placements: [] } }) },
  createComment: {
    changes: ['post', 'posts', 'home'],
    input: ({ post }) => ({ body: { post: post.id, content: 'Ещё одно слово.' } }),
  },
  replaceComment: {
    changes: ['post'],
    input: (fixtures) => ({ ...commentParams(fixtures), body: { content: 'Иначе.' } }),
  },
  updateComment: {
    changes: ['post'],
    input: (fixtures) => ({ ...commentParams(fixtures), body: { content: 'Иначе.' } }),
  },
  deleteComment: { changes: ['post', 'posts', 'home'], input: commentParams },
  updateDiscussion: {
    changes: ['post'],
    input: ({ post }) => ({ params: { postId: post.id }, body: { slow_mode_seconds: 60 } }),
  },
  hideComment: { changes: ['post', 'posts'], as: 'staff', input: commentParams },
  restoreComment: {
    changes: ['post', 'posts'],
    as: 'staff',
    prepare: (fixtures) => app.call('hideComment', { as: staff, ...commentParams(fixtures) }),
    input: commentParams,
  },
  createCategory: {
    changes: ['categories', 'home'],
    as: 'staff',
    input: () => ({ body: { name: 'А первая' } }),
  },
  replaceCategory: {
    changes: ['categories', 'category', 'post', 'posts'],
    as: 'staff',
    input: (fixtures) => ({ ...categoryParams(fixtures), body: { name: 'Переименована' } }),
  },
  updateCategory: {
    changes: ['categories', 'category'],
    as: 'staff',
    input: (fixtures) => ({ ...categoryParams(fixtures), body: { description: 'Обо всём на свете' } }),
  },
  deleteCategory: {
    changes: ['categories', 'category', 'post', 'posts'],
    as: 'staff',
    input: categoryParams,
  },
  replaceProfile: { changes: ['author', 'post', 'posts'], input: () => ({ body: { first_name: 'Пётр' } }) },
  updateProfile: { changes: ['author', 'post', 'posts'], input: () => ({ body: { last_name: 'Ильин' } }) },
  pinPost: { changes: ['home', 'posts', 'pinned'], input: ({ post }) => ({ body: { post_id: post.id } }) },
  replacePin: { changes: ['pinned'], prepare: pin, input: () => ({ body: { post: fixtures.draft.id } }) },
  updatePin: { changes: ['pinned'], prepare: pin, input: () => ({ body: { post: fixtures.draft.id } }) },
  unpinPost: { changes: ['home', 'posts', 'pinned'], prepare: pin, input: () => ({ body: {} }) },
  deletePin: { changes: ['home', 'posts', 'pinned'], prepare: pin, input: () => ({}) },
  cancelSubscription: { changes: ['home', 'pinned'], prepare: pin, input: () => ({ body: {} }) },
  refundPayment: {
    changes: ['home', 'pinned'],
    as: 'staff',
    prepare: pin,
    input: () => ({ params: { id: paymentId }, body: { amount: '299.00' } }),
  },
  register: {
    changes: [],
    as: 'guest',
    input: () => ({
      body: { username: 'novichok', email: 'novichok@example.com', password: 'TestPassword123!' },
    }),
  },
  login: {
    changes: [],
    as: 'guest',
    input: () => ({ body: { email: author.user.email, password: author.password } }),
  },
  refreshToken: { changes: [], as: 'guest', input: () => ({ body: { refresh: author.refresh } }) },
  logout: { changes: [] },
  changePassword: {
    changes: [],
    input: () => ({ body: { old_password: author.password, new_password: 'Another456!' } }),
  },
  sanctionAccount: {
    changes: [],
    as: 'staff',
    input: (fixtures) => ({
      ...accountParams(fixtures),
      body: { kind: 'warning', rule: 'spam', reason: 'Спам' },
    }),
  },
  hideAccountTexts: {
    changes: everywhere,
    as: 'staff',
    input: (fixtures) => ({ ...accountParams(fixtures), body: { rule: 'spam', reason: 'Спам' } }),
  },
  endDecision: {
    changes: everywhere,
    as: 'staff',
    prepare: (fixtures) =>
      app.call('hideAccountTexts', {
        as: staff,
        ...accountParams(fixtures),
        body: { rule: 'spam', reason: 'Спам' },
      }),
    input: async (fixtures) => {
      const { body } = await app.call('listAccountDecisions', { as: staff, ...accountParams(fixtures) });
      return { params: { id: body.results[0].id } };
    },
  },
  addAccountNote: {
    changes: [],
    as: 'staff',
    input: (fixtures) => ({ ...accountParams(fixtures), body: { text: 'Разговаривали.' } }),
  },
  createObjection: {
    changes: [],
    prepare: hideAsOther,
    input: async () => ({ ...(await ownDecision()), body: objection }),
  },
  decideObjection: {
    changes: everywhere,
    as: 'staff',
    prepare: async (fixtures) => {
      await hideAsOther(fixtures);
      await app.call('createObjection', { as: author, ...(await ownDecision()), body: objection });
    },
    input: async ({ post }) => {
      const { results } = (await app.call('listObjections', { as: staff })).body;
      const { id } = results.find(({ decision }: StaffObjection) => decision.target.id === post.id);
      return { params: { id }, body: { outcome: 'overturned', reason: 'Не реклама' } };
    },
  },
  createReport: { changes: [], as: 'staff', input: reportOf },
  assignReportCase: {
    changes: [],
    as: 'staff',
    input: async (fixtures) => ({ ...(await reportedCase(fixtures)), body: { assigned: true } }),
  },
  decideReportCase: {
    changes: [],
    as: 'staff',
    input: async (fixtures) => ({ ...(await reportedCase(fixtures)), body: { outcome: 'leave' } }),
  },
  decideWaitingTexts: {
    changes: everywhere,
    as: 'staff',
    prepare: (fixtures) => app.call('hidePost', { as: staff, ...postIdParams(fixtures), body: {} }),
    input: async ({ post }) => {
      const { updated_at } = await app.db
        .updateTable('posts')
        .set({ waiting_rule: 'newcomer' })
        .where('id', '=', post.id)
        .returning('updated_at')
        .executeTakeFirstOrThrow();
      return { body: { outcome: 'publish', texts: [{ kind: 'post', id: post.id, updated_at }] } };
    },
  },
  replacePublicationRules: {
    changes: [],
    as: 'staff',
    input: () => ({ body: { version: 1, rules: defaultPublicationRules } }),
  },
  previewPublicationRules: {
    changes: [],
    as: 'staff',
    input: () => ({ body: { rules: defaultPublicationRules } }),
  },
  exportAuditLog: { changes: [], as: 'staff' },
  createImport: {
    changes: [],
    as: 'staff',
    input: () => ({ body: { folder: placeFolder(app, 'blog', { 'a.md': article('Перенос') }) } }),
  },
  startImportUpload: { changes: [], as: 'staff', input: () => ({ body: { name: 'a.zip', bytes: 3 } }) },
  addImportPart: {
    changes: [],
    as: 'staff',
    input: async () => partOf((await startImportUploadAgain()).id, 0, Buffer.from('abc')),
  },
  deleteImportUpload: {
    changes: [],
    as: 'staff',
    input: async () => ({ params: { id: (await startImportUploadAgain()).id } }),
  },
  downloadImportPlan: { changes: [], as: 'staff', input: () => createSmallTask(app, staff) },
  startImport: { changes: [], as: 'staff', input: () => createReadyTask(app, staff) },
  stopImport: { changes: [], as: 'staff', input: () => createSmallTask(app, staff) },
  undoImport: { changes: [], as: 'staff', input: () => createFinishedTask(app, staff) },
  setAccountRole: {
    changes: [],
    as: 'staff',
    input: (fixtures) => ({ ...accountParams(fixtures), body: { role: 'author' } }),
  },
  endOtherSessions: { changes: [] },
  endSession: {
    changes: [],
    input: async () => {
      const { results } = (await app.call('listSessions', { as: author })).body;
      return { params: { id: results[0].id } };
    },
  },
  confirmIdentity: { changes: [], input: () => ({ body: { password: author.password } }) },
  startTotp: { changes: [] },
  enableTotp: {
    changes: [],
    input: async () => {
      const secret = await startTotp({ app, as: author });
      return { body: { second_factor_code: codeAt(secret, now) } };
    },
  },
  disableTotp: { changes: [], prepare: () => enableTotp({ app, as: author, at: now }) },
  createRecoveryCodes: { changes: [], prepare: () => enableTotp({ app, as: author, at: now }) },
  getPasskeyOptions: { changes: [] },
  createPasskey: {
    changes: [],
    input: async () => {
      const options = (await app.call('getPasskeyOptions', { as: author, body: {} })).body;
      return {
        body: { name: 'Телефон', passkey: createPasskeyDevice({ origin: app.origin }).register(options) },
      };
    },
  },
  renamePasskey: {
    changes: [],
    prepare: () => addPasskey({ app, as: author, origin: app.origin }),
    input: async () => ({ ...(await passkeyParams()), body: { name: 'Телефон' } }),
  },
  deletePasskey: {
    changes: [],
    prepare: () => addPasskey({ app, as: author, origin: app.origin }),
    input: () => passkeyParams(),
  },
  getPasskeyLoginOptions: { changes: [], as: 'guest' },
  loginWithPasskey: {
    changes: [],
    as: 'guest',
    input: async () => {
      const { device } = await addPasskey({ app, as: author, origin: app.origin });
      return { body: { passkey: await signChallenge({ app }, device) } };
    },
  },
  requestEmailChange: { changes: [], input: () => ({ body: { email: newEmail() } }) },
  cancelEmailChange: { changes: [], prepare: () => requestEmailChange() },
  confirmEmailChange: {
    changes: [],
    as: 'guest',
    prepare: () => requestEmailChange(),
    // The present address was never confirmed, so only the new one gets a link.
    input: async () => ({ body: { token: await readMailedToken(newEmail()) } }),
  },
  requestAccountDeletion: { changes: [], input: () => ({ body: { texts: 'keep' } }) },
  cancelAccountDeletion: {
    changes: [],
    // The request would end the session.
    prepare: () =>
      app.db
        .updateTable('accounts')
        .set({ deletion_due_at: new Date(Date.now() + 86_400_000), deletion_texts: 'keep' })
        .where('id', '=', author.user.id)
        .execute(),
  },
  requestDataCopy: { changes: [] },
  disableAccount: {
    changes: [],
    as: 'staff',
    input: (fixtures) => ({ ...accountParams(fixtures), body: { reason: 'Спам' } }),
  },
  enableAccount: {
    changes: [],
    as: 'staff',
    prepare: (fixtures) =>
      app.call('disableAccount', { as: staff, ...accountParams(fixtures), body: { reason: 'Спам' } }),
    input: accountParams,
  },
  verifyEmail: {
    changes: [],
    as: 'guest',
    input: async () => ({ body: { token: await readMailedToken() } }),
  },
  resendVerification: { changes: [] },
  requestPasswordReset: {
    changes: [],
    as: 'guest',
    input: () => ({ body: { email: author.user.email } }),
  },
  confirmPasswordReset: {
    changes: [],
    as: 'guest',
    prepare: requestPasswordReset,
    input: async () => ({ body: { token: await readMailedToken(), new_password: 'Another456!' } }),
  },
  previewPost: { changes: [], input: () => ({ body: { content: text.content } }) },
  saveDraft: {
    changes: [],
    input: (fixtures) => ({ ...draftParams(fixtures), body: { ...text, writer: 'a' } }),
  },
  deleteDraft: { changes: [], prepare: saveDraft, input: draftParams },
  createCheckoutSession: {
    changes: [],
    prepare: allowRenewal,
    input: async () => ({ body: { subscription_plan_id: (await getDefaultPlan(app)).id } }),
  },
  cancelPayment: { changes: [], prepare: openPendingCheckout, input: paymentParams },
  retryPayment: { changes: [], prepare: declineCheckout, input: paymentParams },
  receiveWebhook: {
    changes: [],
    as: 'guest',
    input: () => {
      const body = { id: `evt_${randomUUID()}`, type: 'payment.paid', data: {} };
      const signature = sign(sandboxSecret, JSON.stringify(body), now);
      return { params: { provider: 'sandbox' }, body, headers: { 'sandbox-signature': signature } };
    },
  },
  readNotices: { changes: [], prepare: notifyAuthor },
  readNotice: {
    changes: [],
    prepare: notifyAuthor,
    input: async () => {
      const { body } = await app.call('listNotices', { as: author });
      return { params: { id: body.results[0].id } };
    },
  },
  clearNotices: { changes: [], prepare: notifyAuthor },
  createPlan: {
    changes: [],
    as: 'staff',
    input: () => ({ body: { name: 'Квартал', price: '799.00', duration_days: 90 } }),
  },
  updatePlan: {
    changes: [],
    as: 'staff',
    input: async () => ({ params: { id: (await createPlan(app)).id }, body: { name: 'Иной' } }),
  },
  uploadImage: { changes: [], input: async () => ({ body: await createImageForm() }) },
  fetchImage: { changes: [], input: () => ({ body: { url: 'https://example.com/a.png' } }) },
  sendFeedback: {
    changes: [],
    as: 'guest',
    input: () => ({
      body: { name: 'Вера', email: 'vera@example.com', kind: 'question', message: 'Где мой трамвай?' },
    }),
  },
  deleteMedia: {
    changes: [],
    input: async () => {
      await app.call('uploadImage', { as: author, body: await createImageForm() });
      const { body } = await app.call('listMedia', { as: author });
      return { params: { id: body.results[0].id } };
    },
  },
  createDraftLink: {
    changes: [],
    prepare: saveDraft,
    input: ({ post }) => ({ body: { key: `post-${post.id}` } }),
  },
  deleteDraftLink: { changes: [], input: () => ({ params: { id: 1 } }) },
  readDraftLink: {
    changes: [],
    as: 'guest',
    prepare: saveDraft,
    input: async ({ post }) => {
      const { body } = await app.call('createDraftLink', { as: author, body: { key: `post-${post.id}` } });
      return { body: { token: new URL(body.url).hash.slice(1) } };
    },
  },
  createCorrection: {
    changes: ['post'],
    input: (fixtures) => ({ ...postParams(fixtures), body: { text: 'Год моста.' } }),
  },
  deleteCorrection: {
    changes: ['post'],
    prepare: async (fixtures) => {
      const added = await app.call('createCorrection', {
        as: author,
        ...postParams(fixtures),
        body: { text: 'Год моста.' },
      });
      correctionId = added.body.id;
    },
    input: ({ post }) => ({ params: { slug: post.slug, id: correctionId } }),
  },
  finishPost: { changes: [], as: 'guest', input: postParams },
  // Last, because view counts are written later and would change the pages of other rows.
  viewPost: { changes: [], as: 'guest', input: postParams },
};

let now = new Date();
beforeAll(async () => {
  app = await createTestApp({
    fetchPicture: fetchTestPicture,
    withPages: true,
    clock: { now: () => now },
    env: { RATE_LIMIT_FACTOR: '0' },
    jwtSecret,
  });
  staff = await app.createUser({ isStaff: true, role: 'administrator' });
});
afterAll(() => app.stop());

beforeEach(async () => {
  now = new Date(now.getTime() + 1_000);
  const [newAuthor, category] = await Promise.all([app.createUser(), app.createCategory()]);
  author = newAuthor;
  const subscribed = subscribe(app, author);
  const post = await app.createPost(author, { category: category.id });
  const commented = app.call('createComment', { as: author, body: { post: post.id, content: 'Слово.' } });
  // Another post to move the pin to.
  const draft = await app.createPost(author, { title: 'Другой пост' });
  const { body: comment } = await commented;
  paymentId = (await subscribed).payment_id;
  fixtures = { caller: author, author, post, draft, category, comment };
});

const pathsByGroup = (): Record<PageGroup, string[]> => ({
  home: ['/', '/api/v1/posts/featured/', '/api/v1/posts/recent/'],
  posts: ['/posts', '/api/v1/posts/'],
  post: [`/posts/${fixtures.post.slug}`],
  category: [`/categories/${fixtures.category.slug}`],
  categories: ['/categories', '/api/v1/posts/categories/'],
  author: [`/users/${author.user.username}`],
  pinned: ['/api/v1/posts/pinned/'],
});
const otherPaths = [
  '/api/v1/posts/popular/',
  '/api/v1/site/figures/',
  '/posts?ordering=title',
  '/subscription',
];

async function fetchAll(paths: string[]): Promise<Map<string, string>> {
  // To compress each response would take more time than to render it.
  const headers = { 'accept-encoding': 'identity' };
  const fetchOne = async (path: string): Promise<[string, string]> => {
    const { status, body } = await app.fetch(path, { headers });
    return [path, `${status} ${typeof body === 'string' ? body : JSON.stringify(body)}`];
  };
  return new Map(await Promise.all(paths.map(fetchOne)));
}

/** Requests all pages until every existing one is cached. */
async function fillCache(): Promise<Map<string, string>> {
  let contents = new Map<string, string>();
  const findUncached = async () => {
    contents = await fetchAll([...Object.values(pathsByGroup()).flat(), ...otherPaths]);
    return [...contents].filter(([path, content]) => !content.startsWith('404') && !app.cache.find(path));
  };
  await expect.poll(findUncached).toEqual([]);
  return contents;
}

/** Clears the cache and renders everything again. */
async function renderFresh(): Promise<Map<string, string>> {
  app.cache.setListening(true);
  return fetchAll([...Object.values(pathsByGroup()).flat(), ...otherPaths]);
}

it('records a view in the last row only', () => {
  expect(Object.keys(rows).at(-1)).toBe('viewPost');
});

describe.each(Object.entries(rows) as Array<[WriteId, Row]>)('%s', (id, row) => {
  it('leaves no outdated page in the cache', async () => {
    await row.prepare?.(fixtures);
    const before = await fillCache();
    const caller = { author, staff, guest: undefined }[row.as ?? 'author'];
    const { status, body } = await app.call(id, { as: caller, ...(await row.input?.(fixtures)) });
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    const after = await fetchAll([...before.keys()]);
    // View counts on cached pages may be older.
    const expected = id === 'viewPost' ? before : await renderFresh();
    for (const [path, rendered] of expected) expect(after.get(path), `${path} is outdated`).toBe(rendered);
    for (const group of row.changes)
      expect(
        pathsByGroup()[group].some((path) => after.get(path) !== before.get(path)),
        group,
      ).toBe(true);
  });
});

it('shows scheduled posts after the job has published them', async () => {
  const at = new Date(now.getTime() + 60_000);
  await app.createPost(author, { title: 'Запланированное', status: 'draft', publish_at: at.toISOString() });
  await fillCache();
  now = at;
  await app.runJob('posts.publish');
  await expect.poll(async () => (await app.fetch('/')).body).toContain('Запланированное');
});
