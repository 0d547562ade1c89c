import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EndpointId } from '#contract/paths.ts';
import { defaultPublicationRules } from '#contract/publication-rules.ts';
import { randomWord } from '#tests/support/random-word.ts';
import { subscribe } from '#tests/support/subscriptions.ts';
import { type CallOptions, createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

/**
 * No operation reveals an unpublished, hidden or deleted post. Every operation that can show post data is called by every
 * role for a post in every state, and the response must not contain any text of a post that the role may not see.
 */
const roles = ['guest', 'other', 'commenter', 'superuser', 'staff', 'author'] as const;
type Role = (typeof roles)[number];
const states = [
  'draft',
  'scheduled',
  'waiting',
  'published',
  'unpublished',
  'hidden',
  'hidden and made a draft',
  'deleted',
] as const;
type State = (typeof states)[number];

const allowedRoles: Record<State, readonly Role[]> = {
  draft: ['staff', 'author'],
  scheduled: ['staff', 'author'],
  waiting: ['superuser', 'staff', 'author'],
  published: roles,
  unpublished: ['staff', 'author'],
  hidden: ['superuser', 'staff', 'author'],
  'hidden and made a draft': ['staff', 'author'],
  deleted: [],
};

let app: TestApp;
let category: { id: number; slug: string };
const users: Partial<Record<Role, TestUser>> = {};

type Fixture = {
  id: number;
  /** Part of the current title, slug and content of the post, and of nothing that was public. */
  secret: string;
  /** The reply of another user. */
  reply: string;
  slug: string;
  publicSlug: string;
  publicTitle: string;
  /** The comment of the commenter; null if the post never was public. */
  comment: number | null;
};

beforeAll(async () => {
  app = await createTestApp();
  category = await app.createCategory();
  for (const role of roles)
    if (role !== 'guest') users[role] = await app.createUser({ isStaff: role === 'staff' });
  await app.db
    .updateTable('accounts')
    .set({ is_superuser: true })
    .where('id', '=', users.superuser?.user.id ?? 0)
    .execute();
  await subscribe(app, users.author as TestUser);
});
afterAll(() => app.stop());

async function createFixture(state: State): Promise<Fixture> {
  const [secret, reply, publicName] = [randomWord(12), randomWord(12), randomWord(12)];
  const secretText = { title: `Тайное ${secret}`, content: `Тайный текст ${secret}` };
  const wasPublic = state !== 'draft' && state !== 'scheduled' && state !== 'waiting';
  const post = await app.createPost(users.author as TestUser, {
    ...(wasPublic ? { title: `Явное ${publicName}`, content: 'Явный текст' } : secretText),
    category: category.id,
    ...(!wasPublic && { status: 'draft' }),
    ...(state === 'scheduled' && { publish_at: new Date(Date.now() + 3_600_000).toISOString() }),
  });
  const { id } = post;
  if (state === 'waiting')
    await app.db
      .updateTable('posts')
      .set({ status: 'hidden', hidden_status: 'published', hidden_at: new Date(), waiting_rule: 'newcomer' })
      .where('id', '=', id)
      .execute();
  const { title: publicTitle, slug: publicSlug } = post;
  if (!wasPublic) return { id, secret, reply, slug: publicSlug, publicSlug, publicTitle, comment: null };

  await call('pinPost', 'author', { body: { post_id: id } });
  const addComment = async (role: Role, content: string, parent?: number): Promise<number> =>
    (await call('createComment', role, { body: { post: id, content, parent } })).body.id;
  const comment = await addComment('commenter', 'Своё слово');
  await addComment('staff', reply, comment);
  if (state.startsWith('hidden'))
    await call('hidePost', 'staff', { params: { id }, body: { reason: 'Спор' } });
  const isDraft = state === 'unpublished' || state === 'hidden and made a draft';
  const { slug } = (
    await call('updatePost', 'author', {
      params: { slug: id },
      body: { ...secretText, ...(isDraft && { status: 'draft' }) },
    })
  ).body;
  if (state === 'deleted') await call('deletePost', 'author', { params: { slug } });
  return { id, secret, reply, slug, publicSlug, publicTitle, comment };
}

async function call(endpoint: EndpointId, role: Role, options: CallOptions = {}) {
  return app.call(endpoint, { ...options, as: users[role] });
}

type Calls = (fixture: Fixture) => CallOptions[];
const noPostData = null;
const withQueries = (...queries: Record<string, string | number>[]): CallOptions[] =>
  queries.map((query) => ({ query }));
const withoutInput: Calls = () => [{}];
const withSearch: Calls = ({ secret }) => withQueries({}, { search: secret });
const bySlug: Calls = ({ id, slug, publicSlug }) =>
  [id, slug, publicSlug].map((name) => ({ params: { slug: name } }));
const withBody =
  (calls: Calls, body: object): Calls =>
  (fixture) =>
    calls(fixture).map((options) => ({ ...options, body }));
const byId: Calls = ({ id }) => [{ params: { id } }];
const ofComment: Calls = ({ comment }) => [{ params: { id: comment ?? 999_999 } }];
const pinCalls: Calls = ({ id }) => [{ body: { post: id } }, { body: { post_id: id } }];
const text = { title: 'Чужое', content: 'Чужой текст.' };

/** The calls for every operation; null if it shows no post data. */
const calls: Record<EndpointId, Calls | null> = {
  register: noPostData,
  login: noPostData,
  refreshToken: noPostData,
  logout: noPostData,
  getProfile: withoutInput,
  getUsage: noPostData,
  getSecurity: noPostData,
  confirmIdentity: noPostData,
  listSessions: noPostData,
  endOtherSessions: noPostData,
  endSession: noPostData,
  startTotp: noPostData,
  enableTotp: noPostData,
  disableTotp: noPostData,
  createRecoveryCodes: noPostData,
  getPasskeyOptions: noPostData,
  createPasskey: noPostData,
  renamePasskey: noPostData,
  deletePasskey: noPostData,
  getPasskeyLoginOptions: noPostData,
  loginWithPasskey: noPostData,
  requestEmailChange: noPostData,
  cancelEmailChange: noPostData,
  confirmEmailChange: noPostData,
  requestAccountDeletion: noPostData,
  cancelAccountDeletion: noPostData,
  getDataCopy: noPostData,
  requestDataCopy: noPostData,
  downloadDataCopy: noPostData,
  replaceProfile: noPostData,
  updateProfile: noPostData,
  changePassword: noPostData,
  verifyEmail: noPostData,
  resendVerification: noPostData,
  requestPasswordReset: noPostData,
  confirmPasswordReset: noPostData,
  getUser: () => [{ params: { username: users.author?.user.username ?? '' } }],
  listUserPosts: ({ secret }) =>
    withQueries({}, { search: secret }, { status: 'draft' }).map((options) => ({
      ...options,
      params: { username: users.author?.user.username ?? '' },
    })),
  listCategories: withSearch,
  createCategory: noPostData,
  getCategory: () => [{ params: { slug: category.slug } }],
  replaceCategory: noPostData,
  updateCategory: noPostData,
  deleteCategory: noPostData,
  listCategoryPosts: () => [{ params: { slug: category.slug } }],
  listPosts: ({ secret }) =>
    withQueries(
      {},
      { search: secret },
      { status: 'draft', search: secret },
      { author: users.author?.user.id ?? 0 },
      { ordering: 'title', category: category.slug },
    ),
  createPost: noPostData,
  listMyPosts: withSearch,
  listPopularPosts: withoutInput,
  listRecentPosts: withoutInput,
  listPinnedPosts: withoutInput,
  listFeaturedPosts: withoutInput,
  getFrontPage: withoutInput,
  previewPost: ({ id }) => [{ body: { content: `[пост](/posts/${id})` } }],
  listDrafts: ({ id }) => withQueries({}, { post: id }),
  getDraft: ({ id }) => [{ params: { key: `post-${id}` } }],
  saveDraft: ({ id }) => [{ params: { key: `post-${id}` }, body: { ...text, writer: 'форма' } }],
  deleteDraft: ({ id }) => [{ params: { key: `post-${id}` } }],
  listDraftLinks: ({ id }) => withQueries({}, { key: `post-${id}` }),
  createDraftLink: ({ id }) => [{ body: { key: `post-${id}` } }],
  deleteDraftLink: noPostData,
  readDraftLink: () => [{ body: { token: 'unknown' } }],
  getPost: bySlug,
  replacePost: withBody(bySlug, text),
  updatePost: withBody(bySlug, { ...text, version: 99 }),
  deletePost: bySlug,
  listRevisions: bySlug,
  getRevision: ({ id }) => [1, 2].map((version) => ({ params: { slug: id, version } })),
  createCorrection: withBody(bySlug, { text: 'Год моста.' }),
  deleteCorrection: ({ id }) => [{ params: { slug: id, id: 1 } }],
  viewPost: bySlug,
  finishPost: bySlug,
  getPostStats: bySlug,
  getMyPostStats: withoutInput,
  listComments: ({ id, reply }) => withQueries({}, { post: id }, { search: reply }),
  listMyComments: ({ id }) => withQueries({}, { post: id }, { is_active: 'false' }, { with_hidden: 'true' }),
  getComment: ofComment,
  replaceComment: withBody(ofComment, { content: 'Своё другое слово' }),
  updateComment: withBody(ofComment, { content: 'Своё третье слово' }),
  deleteComment: noPostData,
  createComment: ({ id, comment }) => [{ body: { post: id, content: 'Ещё', parent: comment } }],
  listPostComments: ({ id }) => [{ params: { postId: id } }],
  listNewComments: ({ id }) => [{ params: { postId: id }, query: { since: '2020-01-01T00:00:00Z' } }],
  updateDiscussion: ({ id }) => [{ params: { postId: id }, body: {} }],
  listReplies: ofComment,
  listNotices: withoutInput,
  readNotices: noPostData,
  readNotice: noPostData,
  clearNotices: noPostData,
  listModeratedPosts: ({ secret }) =>
    withQueries({}, { state: 'hidden' }, { search: secret }, { state: 'hidden', search: secret }),
  hidePost: withBody(byId, { reason: 'Проба' }),
  restorePost: byId,
  keepOffFrontPage: byId,
  returnToFrontPage: byId,
  getFrontPageLayout: withoutInput,
  replaceFrontPageLayout: ({ id }) => [
    { body: { version: 1, placements: [{ post_id: id, section: 'lead' }] } },
  ],
  previewFrontPage: ({ id }) => [{ body: { placements: [{ post_id: id, section: 'lead' }] } }],
  listFrontPageHistory: withoutInput,
  listModeratedComments: () => withQueries({}, { state: 'hidden' }),
  hideComment: noPostData,
  restoreComment: ofComment,
  getSite: withoutInput,
  sendFeedback: noPostData,
  getSiteFigures: withoutInput,
  searchSite: ({ secret, reply }) =>
    withQueries(
      { search: secret },
      { search: `"${secret}"`, ordering: 'title' },
      { search: reply, tab: 'comments' },
      { search: secret, tab: 'authors' },
      { author: users.author?.user.username ?? '' },
      { author: users.author?.user.username ?? '', tab: 'comments' },
      { category: category.slug },
    ),
  suggestSearch: ({ secret }) => withQueries({ text: secret }, { text: 'тайное' }),
  uploadImage: noPostData,
  fetchImage: noPostData,
  listMedia: withoutInput,
  deleteMedia: noPostData,
  listPlans: noPostData,
  getPlan: noPostData,
  getSubscriptionState: withoutInput,
  getMySubscription: withoutInput,
  listSubscriptionHistory: withoutInput,
  cancelSubscription: noPostData,
  getPin: withoutInput,
  replacePin: pinCalls,
  updatePin: pinCalls,
  deletePin: noPostData,
  pinPost: pinCalls,
  unpinPost: noPostData,
  listPins: withoutInput,
  checkPin: ({ id }) => [{ params: { postId: id } }],
  createCheckoutSession: noPostData,
  listPayments: withoutInput,
  listPaymentHistory: withoutInput,
  getPayment: noPostData,
  getPaymentStatus: noPostData,
  cancelPayment: noPostData,
  retryPayment: noPostData,
  refundPayment: noPostData,
  listRefunds: withoutInput,
  getRefund: noPostData,
  receiveWebhook: noPostData,
  getPaymentAnalytics: withoutInput,
  listStaffPayments: withoutInput,
  getMoneyReport: withoutInput,
  getStaffPayment: noPostData,
  listStaffPlans: withoutInput,
  getSiteActivity: withoutInput,
  getSiteHealth: withoutInput,
  createPlan: noPostData,
  updatePlan: noPostData,
  getModeratedAccount: noPostData,
  setAccountRole: noPostData,
  listAccounts: noPostData,
  listAccountDecisions: noPostData,
  sanctionAccount: noPostData,
  hideAccountTexts: noPostData,
  endDecision: noPostData,
  listAccountNotes: noPostData,
  addAccountNote: noPostData,
  listMyDecisions: noPostData,
  listModerationLog: withoutInput,
  getModerationStats: withoutInput,
  createObjection: noPostData,
  listObjections: withoutInput,
  decideObjection: noPostData,
  createReport: noPostData,
  listReportCases: withoutInput,
  assignReportCase: noPostData,
  decideReportCase: noPostData,
  listWaitingTexts: withoutInput,
  decideWaitingTexts: ({ id }) => [
    { body: { outcome: 'publish', texts: [{ kind: 'post', id, updated_at: '2026-01-01T00:00:00.000Z' }] } },
  ],
  getPublicationRules: noPostData,
  replacePublicationRules: noPostData,
  previewPublicationRules: () => [{ body: { rules: defaultPublicationRules } }],
  listPublicationHistory: noPostData,
  listAuditLog: noPostData,
  exportAuditLog: noPostData,
  listImports: noPostData,
  createImport: noPostData,
  listImportSources: noPostData,
  startImportUpload: noPostData,
  addImportPart: noPostData,
  deleteImportUpload: noPostData,
  getImport: noPostData,
  listImportFiles: noPostData,
  downloadImportPlan: noPostData,
  startImport: noPostData,
  stopImport: noPostData,
  undoImport: noPostData,
  disableAccount: noPostData,
  enableAccount: noPostData,
};

/** Authors see in their own subscription history which post was pinned. */
const isOwnHistory = (role: Role, id: string) => role === 'author' && id === 'listSubscriptionHistory';
/** Moderators see all comments. */
const isModeratorList = (id: string) => id === 'listModeratedComments';
/** Page links repeat the search term of the request. */
const isPageLink = (key: string): boolean => key === 'next' || key === 'previous';

describe.each(states)('a post that is %s', (state) => {
  it.each(roles.filter((role) => !allowedRoles[state].includes(role)))(
    'is not revealed to: %s',
    async (role) => {
      const fixture = await createFixture(state);
      const leaks: string[] = [];
      for (const [id, callsOf] of Object.entries(calls) as [EndpointId, Calls | null][])
        for (const options of callsOf?.(fixture) ?? []) {
          const { status, body } = await call(id, role, options);
          const shown = JSON.stringify(body, (key, value) => (isPageLink(key) ? null : value)) ?? '';
          const isLeak =
            shown.includes(fixture.secret) || (!isModeratorList(id) && shown.includes(fixture.reply));
          if (isLeak && !isOwnHistory(role, id)) leaks.push(`${id} ${JSON.stringify(options)} ${status}`);
        }
      expect(leaks).toEqual([]);
      for (const options of bySlug(fixture)) expect((await call('getPost', role, options)).status).toBe(404);
    },
  );

  it.each(allowedRoles[state])('is visible to: %s', async (role) => {
    const fixture = await createFixture(state);
    for (const options of bySlug(fixture)) {
      const { status, body } = await call('getPost', role, options);
      expect([status, body.slug, body.title.includes(fixture.secret)]).toEqual([200, fixture.slug, true]);
    }
  });
});

describe.each(['unpublished', 'hidden', 'hidden and made a draft'] as const)(
  'a comment under a post that is %s',
  (state) => {
    it('shows the last public title and slug to the commenter and the current ones to author and staff', async () => {
      const fixture = await createFixture(state);
      const known = { post_title: fixture.publicTitle, post_slug: fixture.publicSlug, post_withdrawn: true };
      const own = await call('listMyComments', 'commenter', { query: { post: fixture.id } });
      expect(own.body.results).toMatchObject([known]);
      const params = { id: fixture.comment ?? 0 };
      expect((await call('getComment', 'commenter', { params })).body).toMatchObject({
        ...known,
        replies: [],
      });
      const body = { content: 'Поправка' };
      expect((await call('updateComment', 'commenter', { params, body })).body).toMatchObject(known);
      for (const role of ['author', 'staff'] as const) {
        const seen = (await call('getComment', role, { params })).body;
        expect([seen.post_slug, seen.post_withdrawn, seen.replies.length]).toEqual([
          fixture.slug,
          undefined,
          1,
        ]);
      }
    });

    it('shows the current title after the post is published again', async () => {
      const fixture = await createFixture(state);
      if (state !== 'unpublished') await call('restorePost', 'staff', { params: { id: fixture.id } });
      await call('updatePost', 'author', { params: { slug: fixture.id }, body: { status: 'published' } });
      const { body } = await call('getComment', 'commenter', { params: { id: fixture.comment ?? 0 } });
      expect([body.post_slug, body.post_withdrawn]).toEqual([fixture.slug, undefined]);
    });
  },
);

it('shows moderators nothing of a post that became a draft in the queues of objections and of texts that wait', async () => {
  const { id, secret, publicTitle, comment } = await createFixture('hidden');
  const decisions = await call('listMyDecisions', 'author', { query: { target_kind: 'post', target: id } });
  await call('createObjection', 'author', {
    params: { id: decisions.body.results[0].id },
    body: { text: 'Об этом никто не спорил.' },
  });
  await app.db
    .updateTable('comments')
    .set({ is_hidden: true, deleted_at: new Date(), waiting_rule: 'newcomer' })
    .where('id', '=', comment)
    .execute();
  const showQueues = async () => {
    const objections = (await call('listObjections', 'superuser')).body.results;
    const waiting = (await call('listWaitingTexts', 'superuser', { query: { kind: 'comment' } })).body
      .results;
    return JSON.stringify([objections, waiting]);
  };
  expect(await showQueues()).toContain(secret);
  await call('updatePost', 'author', { params: { slug: id }, body: { status: 'draft' } });
  const shown = await showQueues();
  expect([shown.includes(secret), shown.includes(publicTitle)]).toEqual([false, true]);
});

it('keeps the title and slug of the latest publication if a post is unpublished repeatedly', async () => {
  const { id, comment } = await createFixture('unpublished');
  const change = (body: object) => call('updatePost', 'author', { params: { slug: id }, body });
  const again = (await change({ title: 'Снова на виду', status: 'published' })).body;
  await change({ title: 'И снова нет', status: 'draft' });
  const { body } = await call('getComment', 'commenter', { params: { id: comment ?? 0 } });
  expect([body.post_title, body.post_slug]).toEqual([again.title, again.slug]);
});

it('lets a superuser restore a hidden post that became a draft, without publishing or revealing it', async () => {
  const { id, secret, publicTitle } = await createFixture('hidden and made a draft');
  const restored = await call('restorePost', 'superuser', { params: { id } });
  expect([restored.status, restored.body.title, restored.body.excerpt, restored.body.hidden]).toEqual([
    200,
    publicTitle,
    '',
    null,
  ]);
  for (const role of ['guest', 'superuser'] as const)
    expect((await call('getPost', role, { params: { slug: id } })).status).toBe(404);
  expect((await call('getPost', 'author', { params: { slug: id } })).body).toMatchObject({
    status: 'draft',
    hidden: null,
    title: expect.stringContaining(secret),
  });
  for (const again of ['restorePost', 'hidePost'] as const)
    expect((await call(again, 'superuser', { params: { id } })).status).toBe(404);
});
