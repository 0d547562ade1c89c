import type { EndpointId, paths } from '#contract/paths.ts';
import { getDefaultPlan, subscribe } from './subscriptions.ts';
import type { CallOptions, TestApp, TestUser } from './test-app.ts';

export type ReadId = {
  [Id in EndpointId]: (typeof paths)[Id] extends `GET ${string}` ? Id : never;
}[EndpointId];

/** Creates all kinds of objects and returns a call for every GET endpoint that returns 200 to this staff member. */
export async function createReadCalls(app: TestApp, staff: TestUser): Promise<Record<ReadId, CallOptions>> {
  const category = await app.createCategory();
  const post = await app.createPost(staff, { category: category.id });
  const comment = (await app.call('createComment', { as: staff, body: { post: post.id, content: 'Первый' } }))
    .body;
  await app.call('createComment', {
    as: staff,
    body: { post: post.id, parent: comment.id, content: 'Ответ' },
  });
  const draft = { params: { key: `post-${post.id}` } };
  await app.call('saveDraft', { as: staff, ...draft, body: { title: 'а', content: 'б', writer: 'в' } });
  const { payment_id } = await subscribe(app, staff);
  await app.call('pinPost', { as: staff, body: { post_id: post.id } });
  const payment = { params: { id: payment_id } };
  const refund = await app.call('refundPayment', { as: staff, ...payment, body: { amount: '1.00' } });
  const bySlug = { params: { slug: post.slug } };
  const byUsername = { params: { username: staff.user.username } };
  const byCategory = { params: { slug: category.slug } };
  const byComment = { params: { id: comment.id } };
  const byPost = { params: { postId: post.id } };
  return {
    getProfile: {},
    getUsage: {},
    getUser: byUsername,
    listUserPosts: byUsername,
    listCategories: {},
    getCategory: byCategory,
    listCategoryPosts: byCategory,
    listPosts: {},
    listMyPosts: {},
    listPopularPosts: {},
    listRecentPosts: {},
    listPinnedPosts: {},
    listFeaturedPosts: {},
    listDrafts: {},
    getDraft: draft,
    getPost: bySlug,
    listRevisions: bySlug,
    getRevision: { params: { slug: post.slug, version: post.version } },
    listComments: {},
    listMyComments: {},
    getComment: byComment,
    listPostComments: byPost,
    listReplies: byComment,
    listPlans: {},
    getPlan: { params: { id: (await getDefaultPlan(app)).id } },
    getSubscriptionState: {},
    getMySubscription: {},
    listSubscriptionHistory: {},
    getPin: {},
    listPins: {},
    checkPin: byPost,
    listPayments: {},
    listPaymentHistory: {},
    getPayment: payment,
    getPaymentStatus: payment,
    listRefunds: {},
    getRefund: { params: { id: refund.body.id } },
    getPaymentAnalytics: {},
    listNotices: {},
    getSiteFigures: {},
    listStaffPayments: {},
    getMoneyReport: {},
    getStaffPayment: payment,
    listStaffPlans: {},
    listModeratedPosts: {},
    listModeratedComments: {},
    getModeratedAccount: { params: { id: staff.user.id } },
    getSite: {},
    listMedia: {},
  };
}
