import { randomUUID } from 'node:crypto';
import type { Endpoints } from '#contract/index.ts';
import type { EndpointId, paths } from '#contract/paths.ts';
import { type Grant, permissionTable, type Permission as RolePermission } from '#contract/permissions.ts';
import { defaultPublicationRules } from '#contract/publication-rules.ts';
import type { CallOptions, TestUser } from './support/test-app.ts';

/** The caller. `owner` created the object, `other` did not; the rest are other users with a role. */
export const roles = [
  'guest',
  'owner',
  'other',
  'subscriber',
  'staff',
  'superuser',
  'disabled',
  'reader',
  'moderator',
  'editor',
  'administrator',
] as const;
export type Role = (typeof roles)[number];

/** The objects of a call. Every write gets new posts and comments, since it may delete them. */
export type Fixtures = {
  caller: TestUser | undefined;
  post: Thing;
  draft: Thing;
  category: Thing;
  comment: { id: number };
  picture: { id: number };
  /** An unsuccessful payment of the author; a successful one would make the author a subscriber. */
  payment: { id: number };
  /** A refund to another user. */
  refund: { id: number };
  /** The author of all other objects. */
  author: TestUser;
};
type Thing = { id: number; slug: string };

/** The status for each role. The token of a disabled account is invalid: 401 on every endpoint that reads tokens. */
export type Permission = Record<Role, number> & {
  input?: (fixtures: Fixtures) => CallOptions;
  /** Whether the call invalidates the caller's session. */
  invalidatesSession?: boolean;
};

const everyone = (status: number): Record<Role, number> => ({
  guest: status,
  owner: status,
  other: status,
  subscriber: status,
  staff: status,
  superuser: status,
  disabled: 401,
  reader: status,
  moderator: status,
  editor: status,
  administrator: status,
});
/** The endpoint ignores the Authorization header, invalid tokens included. */
const ignoringToken = (status: number): Record<Role, number> => ({ ...everyone(status), disabled: status });
const users = (status: number): Record<Role, number> => ({ ...everyone(status), guest: 401 });
/** For changes of texts of the author. */
const editors = (status: number) => ({ ...deleters(status), superuser: 403, moderator: 403 });
const deleters = (status: number) => ({ ...users(status), other: 403, subscriber: 403, reader: 403 });
/** Readers write comments only. */
const authors = (status: number) => ({ ...users(status), reader: 403 });
/** Those who have a permission by their role or by a flag. */
function holders(permission: RolePermission, status: number): Record<Role, number> {
  const grants: readonly Grant[] = permissionTable[permission];
  const statusOf = (grant: Grant) => (grants.includes(grant) ? status : 403);
  return {
    ...users(403),
    staff: statusOf('staff flag'),
    superuser: statusOf('superuser flag'),
    reader: statusOf('reader'),
    moderator: statusOf('moderator'),
    editor: statusOf('editor'),
    administrator: statusOf('administrator'),
  };
}
/** Pinning needs an own post and a subscription. */
const pinners = { ...users(400), owner: 403 };
const paymentParams = ({ payment }: Fixtures): CallOptions => ({ params: { id: payment.id } });
const unknownPayment = (): CallOptions => ({ params: { id: 999_999 } });
const draftReaders = { ...everyone(404), owner: 200, staff: 200, editor: 200, administrator: 200 };

const postParams = ({ post }: Fixtures): CallOptions => ({ params: { slug: post.slug } });
const commentParams = ({ comment }: Fixtures): CallOptions => ({ params: { id: comment.id } });
const authorParams = ({ author }: Fixtures): CallOptions => ({ params: { username: author.user.username } });
const accountParams = ({ author }: Fixtures): CallOptions => ({ params: { id: author.user.id } });
const change = { title: 'Другой заголовок', content: 'Другой текст.' };

/** The permissions of every operation; an operation without a row does not compile. */
export const permissions: Record<EndpointId, Permission> = {
  register: { ...ignoringToken(400), input: () => ({ body: {} }) },
  login: { ...ignoringToken(400), input: () => ({ body: {} }) },
  refreshToken: { ...ignoringToken(400), input: () => ({ body: {} }) },
  logout: { ...users(200), invalidatesSession: true },
  getProfile: users(200),
  getUsage: users(200),
  replaceProfile: { ...users(200), input: () => ({ body: { bio: 'О себе' } }) },
  updateProfile: { ...users(200), input: () => ({ body: { bio: 'О себе' } }) },
  changePassword: {
    ...users(200),
    invalidatesSession: true,
    input: ({ caller }) => ({ body: { old_password: caller?.password, new_password: 'Another456!' } }),
  },
  verifyEmail: { ...ignoringToken(400), input: () => ({ body: { token: 'unknown' } }) },
  resendVerification: users(200),
  requestPasswordReset: {
    ...ignoringToken(200),
    input: ({ post }) => ({ body: { email: `nobody${post.id}@example.com` } }),
  },
  confirmPasswordReset: {
    ...ignoringToken(400),
    input: () => ({ body: { token: 'unknown', new_password: 'Another456!' } }),
  },

  getSecurity: users(200),
  confirmIdentity: { ...users(200), input: ({ caller }) => ({ body: { password: caller?.password } }) },
  listSessions: users(200),
  endOtherSessions: users(200),
  endSession: { ...users(404), input: () => ({ params: { id: randomUUID() } }) },
  startTotp: users(200),
  enableTotp: { ...users(400), input: () => ({ body: { second_factor_code: '000000' } }) },
  disableTotp: users(404),
  createRecoveryCodes: users(400),
  getPasskeyOptions: users(200),
  createPasskey: { ...users(400), input: () => ({ body: { name: 'Телефон' } }) },
  renamePasskey: { ...users(404), input: () => ({ params: { id: 999_999 }, body: { name: 'Телефон' } }) },
  deletePasskey: { ...users(404), input: () => ({ params: { id: 999_999 } }) },
  getPasskeyLoginOptions: ignoringToken(200),
  loginWithPasskey: { ...ignoringToken(400), input: () => ({ body: {} }) },
  requestEmailChange: {
    ...users(200),
    input: ({ post }) => ({ body: { email: `other${post.id}@example.com` } }),
  },
  cancelEmailChange: users(204),
  confirmEmailChange: { ...ignoringToken(400), input: () => ({ body: { token: 'unknown' } }) },
  requestAccountDeletion: {
    ...users(200),
    input: () => ({ body: { texts: 'keep' } }),
    invalidatesSession: true,
  },
  cancelAccountDeletion: users(404),
  getDataCopy: users(200),
  requestDataCopy: users(200),
  downloadDataCopy: { ...ignoringToken(404), input: () => ({ params: { token: 'unknown' } }) },

  getUser: { ...everyone(200), input: authorParams },
  listUserPosts: { ...everyone(200), input: authorParams },

  listCategories: everyone(200),
  createCategory: {
    ...holders('categories.manage', 201),
    input: ({ post, caller }) => ({ body: { name: `Раздел ${post.id}-${caller?.user.id ?? 0}` } }),
  },
  getCategory: { ...everyone(200), input: ({ category }) => ({ params: { slug: category.slug } }) },
  replaceCategory: {
    ...holders('categories.manage', 200),
    input: ({ category, post }) => ({
      params: { slug: category.slug },
      body: { name: `Иной раздел ${post.id}` },
    }),
  },
  updateCategory: {
    ...holders('categories.manage', 200),
    input: ({ category }) => ({ params: { slug: category.slug }, body: { description: 'Обо всём' } }),
  },
  deleteCategory: {
    ...holders('categories.manage', 404),
    input: () => ({ params: { slug: 'no-such-category' } }),
  },
  listCategoryPosts: { ...everyone(200), input: ({ category }) => ({ params: { slug: category.slug } }) },

  listPosts: everyone(200),
  createPost: { ...authors(201), input: () => ({ body: change }) },
  listMyPosts: users(200),
  listPopularPosts: everyone(200),
  listRecentPosts: everyone(200),
  listPinnedPosts: everyone(200),
  listFeaturedPosts: everyone(200),
  getFrontPage: everyone(200),
  previewPost: { ...users(200), input: () => ({ body: { content: change.content } }) },
  listDrafts: users(200),
  /** A key names a draft of the caller; only the author has saved one. */
  getDraft: { ...users(404), owner: 200, input: ({ post }) => ({ params: { key: `post-${post.id}` } }) },
  saveDraft: {
    ...editors(200),
    input: ({ post }) => ({ params: { key: `post-${post.id}` }, body: { ...change, writer: 'форма' } }),
  },
  listDraftLinks: users(200),
  /** The author and staff may give others a link to an unpublished post. */
  createDraftLink: {
    ...authors(404),
    owner: 201,
    staff: 201,
    editor: 201,
    administrator: 201,
    input: ({ draft }) => ({ body: { key: `post-${draft.id}` } }),
  },
  deleteDraftLink: { ...users(204), input: () => ({ params: { id: 1 } }) },
  readDraftLink: { ...ignoringToken(404), input: () => ({ body: { token: 'unknown' } }) },
  deleteDraft: { ...users(204), input: ({ post }) => ({ params: { key: `post-${post.id}` } }) },
  getPost: { ...everyone(200), input: postParams },
  replacePost: { ...editors(200), input: (fixtures) => ({ ...postParams(fixtures), body: change }) },
  updatePost: {
    ...editors(200),
    input: (fixtures) => ({ ...postParams(fixtures), body: { title: change.title } }),
  },
  deletePost: { ...deleters(204), input: postParams },
  listRevisions: { ...editors(200), input: postParams },
  getRevision: {
    ...editors(200),
    input: (fixtures) => ({ params: { slug: fixtures.post.slug, version: 1 } }),
  },
  createCorrection: {
    ...editors(201),
    input: (fixtures) => ({ ...postParams(fixtures), body: { text: 'Год моста.' } }),
  },
  deleteCorrection: {
    ...editors(204),
    input: ({ post }) => ({ params: { slug: post.slug, id: 1 } }),
  },
  viewPost: { ...everyone(204), input: postParams },
  finishPost: { ...everyone(204), input: postParams },
  getPostStats: { ...editors(200), input: postParams },
  getMyPostStats: users(200),

  listComments: everyone(200),
  listMyComments: users(200),
  getComment: { ...everyone(200), input: commentParams },
  replaceComment: {
    ...editors(200),
    input: (fixtures) => ({ ...commentParams(fixtures), body: { content: 'Другой.' } }),
  },
  updateComment: {
    ...editors(200),
    input: (fixtures) => ({ ...commentParams(fixtures), body: { content: 'Другой.' } }),
  },
  deleteComment: { ...deleters(204), input: commentParams },
  createComment: { ...users(201), input: ({ post }) => ({ body: { post: post.id, content: 'Согласен.' } }) },
  listPostComments: { ...everyone(200), input: ({ post }) => ({ params: { postId: post.id } }) },
  updateDiscussion: {
    ...deleters(200),
    input: ({ post }) => ({ params: { postId: post.id }, body: { slow_mode_seconds: 30 } }),
  },
  listNewComments: {
    ...everyone(200),
    input: ({ post }) => ({ params: { postId: post.id }, query: { since: '2026-01-01T00:00:00Z' } }),
  },
  listReplies: { ...everyone(200), input: ({ comment }) => ({ params: { id: comment.id } }) },

  listNotices: users(200),
  readNotices: users(200),
  readNotice: { ...users(404), input: () => ({ params: { id: 999_999 } }) },
  clearNotices: users(200),
  listModeratedPosts: holders('posts.review', 200),
  hidePost: {
    ...holders('content.moderate', 200),
    input: ({ post }) => ({ params: { id: post.id }, body: { reason: 'Спам' } }),
  },
  restorePost: { ...holders('content.moderate', 200), input: ({ post }) => ({ params: { id: post.id } }) },
  keepOffFrontPage: {
    ...holders('front-page.arrange', 200),
    input: ({ post }) => ({ params: { id: post.id } }),
  },
  returnToFrontPage: {
    ...holders('front-page.arrange', 200),
    input: ({ post }) => ({ params: { id: post.id } }),
  },
  getFrontPageLayout: holders('front-page.arrange', 200),
  /** An outdated version, so that no caller changes the layout. */
  replaceFrontPageLayout: {
    ...holders('front-page.arrange', 412),
    input: () => ({ body: { version: 999_999, placements: [] } }),
  },
  previewFrontPage: { ...holders('front-page.arrange', 200), input: () => ({ body: { placements: [] } }) },
  listFrontPageHistory: holders('front-page.arrange', 200),
  listModeratedComments: holders('content.moderate', 200),
  hideComment: { ...holders('content.moderate', 200), input: commentParams },
  restoreComment: { ...holders('content.moderate', 200), input: commentParams },

  getModeratedAccount: { ...holders('accounts.moderate', 200), input: accountParams },
  setAccountRole: {
    ...holders('roles.manage', 200),
    input: ({ author }) => ({ params: { id: author.user.id }, body: { role: 'author' } }),
  },
  /** An unknown account, so that no caller is disabled. */
  disableAccount: {
    ...holders('accounts.moderate', 404),
    input: () => ({ params: { id: 999_999 }, body: { reason: 'Спам' } }),
  },
  enableAccount: { ...holders('accounts.moderate', 200), input: accountParams },

  listAccounts: holders('accounts.moderate', 200),
  listAccountDecisions: { ...holders('accounts.moderate', 200), input: accountParams },
  sanctionAccount: {
    ...holders('accounts.moderate', 404),
    input: () => ({ params: { id: 999_999 }, body: { kind: 'warning', rule: 'spam', reason: 'Спам' } }),
  },
  hideAccountTexts: {
    ...holders('accounts.moderate', 404),
    input: () => ({ params: { id: 999_999 }, body: { rule: 'spam', reason: 'Спам' } }),
  },
  endDecision: { ...holders('accounts.moderate', 404), input: () => ({ params: { id: 999_999 } }) },
  listAccountNotes: { ...holders('accounts.moderate', 200), input: accountParams },
  addAccountNote: {
    ...holders('accounts.moderate', 201),
    input: (fixtures) => ({ ...accountParams(fixtures), body: { text: 'Разговаривали.' } }),
  },
  listMyDecisions: users(200),
  listModerationLog: ignoringToken(200),
  getModerationStats: ignoringToken(200),
  createObjection: {
    ...users(404),
    input: () => ({ params: { id: 999_999 }, body: { text: 'Это не реклама, а объявление о концерте.' } }),
  },
  listObjections: holders('content.moderate', 200),
  decideObjection: {
    ...holders('content.moderate', 404),
    input: () => ({ params: { id: 999_999 }, body: { outcome: 'upheld', reason: 'Это реклама' } }),
  },
  createReport: {
    ...users(404),
    input: () => ({ body: { target_kind: 'post', target: 999_999, rule: 'spam' } }),
  },
  listReportCases: holders('content.moderate', 200),
  assignReportCase: {
    ...holders('content.moderate', 404),
    input: () => ({ params: { id: 999_999 }, body: { assigned: true } }),
  },
  decideReportCase: {
    ...holders('content.moderate', 404),
    input: () => ({ params: { id: 999_999 }, body: { outcome: 'leave' } }),
  },
  listWaitingTexts: holders('content.moderate', 200),
  decideWaitingTexts: {
    ...holders('content.moderate', 200),
    input: () => ({
      body: {
        outcome: 'publish',
        texts: [{ kind: 'post', id: 999_999, updated_at: '2026-01-01T00:00:00.000Z' }],
      },
    }),
  },
  getPublicationRules: holders('publication.manage', 200),
  replacePublicationRules: {
    ...holders('publication.manage', 200),
    input: () => ({ body: { version: 1, rules: defaultPublicationRules } }),
  },
  previewPublicationRules: {
    ...holders('publication.manage', 200),
    input: () => ({ body: { rules: defaultPublicationRules } }),
  },
  listPublicationHistory: holders('publication.manage', 200),
  listAuditLog: holders('audit.read', 200),
  exportAuditLog: holders('audit.read', 200),
  listImports: holders('imports.manage', 200),
  listImportSources: holders('imports.manage', 200),
  startImportUpload: {
    ...holders('imports.manage', 400),
    input: () => ({ body: { name: 'blog.zip', bytes: 0 } }),
  },
  addImportPart: {
    ...holders('imports.manage', 404),
    input: () => ({ params: { id: randomUUID() }, body: new FormData() }),
  },
  deleteImportUpload: { ...holders('imports.manage', 404), input: () => ({ params: { id: randomUUID() } }) },
  createImport: { ...holders('imports.manage', 400), input: () => ({ body: { folder: 'нет такой' } }) },
  getImport: { ...holders('imports.manage', 404), input: unknownPayment },
  listImportFiles: { ...holders('imports.manage', 404), input: unknownPayment },
  downloadImportPlan: { ...holders('imports.manage', 404), input: unknownPayment },
  startImport: { ...holders('imports.manage', 404), input: unknownPayment },
  stopImport: { ...holders('imports.manage', 404), input: unknownPayment },
  undoImport: { ...holders('imports.manage', 404), input: unknownPayment },

  getSite: ignoringToken(200),
  sendFeedback: {
    ...everyone(202),
    input: () => ({
      body: { name: 'Вера', email: 'vera@example.com', kind: 'question', message: 'Где мой трамвай?' },
    }),
  },
  getSiteFigures: everyone(200),
  searchSite: ignoringToken(200),
  suggestSearch: ignoringToken(200),

  uploadImage: { ...users(400), input: () => ({ body: new FormData() }) },
  fetchImage: { ...users(400), input: () => ({ body: {} }) },
  listMedia: users(200),
  /** Other users, staff included, get 404, so that the existence of an image stays private. */
  deleteMedia: { ...users(404), owner: 204, input: ({ picture }) => ({ params: { id: picture.id } }) },

  listPlans: everyone(200),
  getPlan: { ...everyone(200), input: () => ({ params: { id: 1 } }) },
  getSubscriptionState: everyone(200),
  /** The subscription of the author's unsuccessful payment: cancelled. */
  getMySubscription: { ...users(404), owner: 200 },
  listSubscriptionHistory: users(200),
  cancelSubscription: { ...users(404), owner: 400 },
  getPin: users(404),
  replacePin: { ...pinners, input: ({ post }) => ({ body: { post: post.id } }) },
  updatePin: { ...pinners, input: ({ post }) => ({ body: { post: post.id } }) },
  deletePin: users(404),
  pinPost: { ...pinners, input: ({ post }) => ({ body: { post_id: post.id } }) },
  unpinPost: users(404),
  listPins: everyone(200),
  checkPin: { ...users(200), input: ({ post }) => ({ params: { postId: post.id } }) },

  createCheckoutSession: { ...users(201), input: () => ({ body: { subscription_plan_id: 1 } }) },
  listPayments: users(200),
  listPaymentHistory: users(200),
  getPayment: { ...users(404), owner: 200, input: paymentParams },
  getPaymentStatus: { ...users(404), owner: 200, input: paymentParams },
  cancelPayment: { ...users(404), input: unknownPayment },
  retryPayment: { ...users(404), input: unknownPayment },
  refundPayment: { ...holders('payments.refund', 404), input: unknownPayment },
  listRefunds: holders('payments.read', 200),
  getRefund: { ...holders('payments.read', 200), input: ({ refund }) => ({ params: { id: refund.id } }) },
  receiveWebhook: { ...ignoringToken(400), input: () => ({ params: { provider: 'stripe' } }) },
  getPaymentAnalytics: holders('payments.read', 200),

  listStaffPayments: holders('payments.read', 200),
  getMoneyReport: holders('payments.read', 200),
  getStaffPayment: { ...holders('payments.read', 200), input: paymentParams },
  listStaffPlans: holders('plans.manage', 200),
  getSiteActivity: holders('posts.review', 200),
  getSiteHealth: holders('health.read', 200),
  createPlan: {
    ...holders('plans.manage', 201),
    input: () => ({ body: { name: 'Квартал', price: '799.00', duration_days: 90 } }),
  },
  updatePlan: {
    ...holders('plans.manage', 404),
    input: () => ({ params: { id: 999_999 }, body: { name: 'Иной' } }),
  },
};

/** Writes that need a permission of staff. */
export type StaffWrite = {
  [Id in EndpointId]: Endpoints[Id] extends { auth: 'ignored' | 'optional' | 'user' } | { isWrite: false }
    ? never
    : (typeof paths)[Id] extends `GET ${string}`
      ? never
      : Id;
}[EndpointId];

const needed = 'needed';
type Confirmation = typeof needed | { notNeeded: string };
const notNeeded = (reason: string): Confirmation => ({ notNeeded: reason });
const ofExistingClients = notNeeded('existing clients do it without one');
const ofOneText = notNeeded('one text, of which its author is told; taken back by one request');
const ofFrontPage = notNeeded(
  'changes which texts are shown first, not the texts; the history has what was before',
);
const ofPreparation = notNeeded('nothing of it reaches the site before the import starts');

/** Whether a staff write needs a recent confirmation, and why not; a write without a value does not compile. */
export const confirmations: Record<StaffWrite, Confirmation> = {
  createCategory: ofExistingClients,
  replaceCategory: ofExistingClients,
  updateCategory: ofExistingClients,
  deleteCategory: ofExistingClients,
  hidePost: ofOneText,
  restorePost: ofOneText,
  hideComment: ofOneText,
  restoreComment: ofOneText,
  decideReportCase: ofOneText,
  decideWaitingTexts: notNeeded('each text is decided as one text is, after the moderator has read it'),
  assignReportCase: notNeeded('tells colleagues who works on a case'),
  keepOffFrontPage: ofFrontPage,
  returnToFrontPage: ofFrontPage,
  replaceFrontPageLayout: ofFrontPage,
  addAccountNote: notNeeded('only colleagues read it'),
  enableAccount: notNeeded('gives back what the owner had'),
  endDecision: notNeeded('gives back what the owner had'),
  decideObjection: notNeeded('ends a decision, or leaves it as it is'),
  disableAccount: needed,
  sanctionAccount: needed,
  hideAccountTexts: needed,
  setAccountRole: needed,
  replacePublicationRules: needed,
  exportAuditLog: needed,
  createImport: ofPreparation,
  startImportUpload: ofPreparation,
  addImportPart: ofPreparation,
  deleteImportUpload: ofPreparation,
  downloadImportPlan: ofPreparation,
  startImport: needed,
  stopImport: notNeeded('what is imported stays, and can be continued'),
  undoImport: needed,
  refundPayment: needed,
  createPlan: needed,
  updatePlan: needed,
};

/** A draft is visible only to its author and staff in every operation. */
export const draftPermissions: Partial<Record<EndpointId, Permission>> = {
  getPost: { ...draftReaders, input: ({ draft }) => ({ params: { slug: draft.slug } }) },
  viewPost: {
    ...draftReaders,
    owner: 204,
    staff: 204,
    editor: 204,
    administrator: 204,
    input: ({ draft }) => ({ params: { slug: draft.slug } }),
  },
  finishPost: {
    ...draftReaders,
    owner: 204,
    staff: 204,
    editor: 204,
    administrator: 204,
    input: ({ draft }) => ({ params: { slug: draft.slug } }),
  },
  getPostStats: { ...draftReaders, guest: 401, input: ({ draft }) => ({ params: { slug: draft.slug } }) },
  listRevisions: { ...draftReaders, guest: 401, input: ({ draft }) => ({ params: { slug: draft.slug } }) },
  getRevision: {
    ...draftReaders,
    guest: 401,
    input: ({ draft }) => ({ params: { slug: draft.slug, version: 1 } }),
  },
  updatePost: {
    ...draftReaders,
    guest: 401,
    reader: 403,
    input: ({ draft }) => ({ params: { slug: draft.slug }, body: { title: change.title } }),
  },
  deletePost: {
    ...draftReaders,
    guest: 401,
    owner: 204,
    staff: 204,
    editor: 204,
    administrator: 204,
    input: ({ draft }) => ({ params: { slug: draft.slug } }),
  },
  listPostComments: { ...draftReaders, input: ({ draft }) => ({ params: { postId: draft.id } }) },
};
