import type { z } from 'zod';
import * as auth from './auth.ts';
import * as categories from './categories.ts';
import * as comments from './comments.ts';
import * as drafts from './drafts.ts';
import * as media from './media.ts';
import * as notices from './notifications.ts';
import type { EndpointId } from './paths.ts';
import * as payment from './payment.ts';
import * as posts from './posts.ts';
import * as site from './site.ts';
import * as staff from './staff.ts';
import * as staffPayments from './staff-payments.ts';
import * as staffPlans from './staff-plans.ts';
import * as subscribe from './subscribe.ts';
import * as usage from './usage.ts';
import * as users from './users.ts';

/** Every operation of the API. Routes, the OpenAPI document and the typed client derive from this table. */
export const endpoints = {
  register: auth.register,
  login: auth.login,
  refreshToken: auth.refreshToken,
  logout: auth.logout,
  getProfile: auth.getProfile,
  replaceProfile: auth.replaceProfile,
  updateProfile: auth.updateProfile,
  changePassword: auth.changePassword,
  verifyEmail: auth.verifyEmail,
  resendVerification: auth.resendVerification,
  requestPasswordReset: auth.requestPasswordReset,
  confirmPasswordReset: auth.confirmPasswordReset,
  getUsage: usage.getUsage,
  getUser: users.getUser,
  listUserPosts: users.listUserPosts,
  listCategories: categories.listCategories,
  createCategory: categories.createCategory,
  getCategory: categories.getCategory,
  replaceCategory: categories.replaceCategory,
  updateCategory: categories.updateCategory,
  deleteCategory: categories.deleteCategory,
  listCategoryPosts: posts.listCategoryPosts,
  listPosts: posts.listPosts,
  createPost: posts.createPost,
  listMyPosts: posts.listMyPosts,
  listPopularPosts: posts.listPopularPosts,
  listRecentPosts: posts.listRecentPosts,
  listPinnedPosts: posts.listPinnedPosts,
  listFeaturedPosts: posts.listFeaturedPosts,
  previewPost: posts.previewPost,
  listDrafts: drafts.listDrafts,
  getDraft: drafts.getDraft,
  saveDraft: drafts.saveDraft,
  deleteDraft: drafts.deleteDraft,
  getPost: posts.getPost,
  replacePost: posts.replacePost,
  updatePost: posts.updatePost,
  deletePost: posts.deletePost,
  listRevisions: posts.listRevisions,
  getRevision: posts.getRevision,
  viewPost: posts.viewPost,
  listComments: comments.listComments,
  createComment: comments.createComment,
  listMyComments: comments.listMyComments,
  getComment: comments.getComment,
  replaceComment: comments.replaceComment,
  updateComment: comments.updateComment,
  deleteComment: comments.deleteComment,
  listPostComments: comments.listPostComments,
  listReplies: comments.listReplies,
  listPlans: subscribe.listPlans,
  getPlan: subscribe.getPlan,
  getSubscriptionState: subscribe.getSubscriptionState,
  getMySubscription: subscribe.getMySubscription,
  listSubscriptionHistory: subscribe.listSubscriptionHistory,
  cancelSubscription: subscribe.cancelSubscription,
  getPin: subscribe.getPin,
  replacePin: subscribe.replacePin,
  updatePin: subscribe.updatePin,
  deletePin: subscribe.deletePin,
  pinPost: subscribe.pinPost,
  unpinPost: subscribe.unpinPost,
  listPins: subscribe.listPins,
  checkPin: subscribe.checkPin,
  createCheckoutSession: payment.createCheckoutSession,
  listPayments: payment.listPayments,
  listPaymentHistory: payment.listPaymentHistory,
  getPayment: payment.getPayment,
  getPaymentStatus: payment.getPaymentStatus,
  cancelPayment: payment.cancelPayment,
  retryPayment: payment.retryPayment,
  refundPayment: payment.refundPayment,
  listRefunds: payment.listRefunds,
  getRefund: payment.getRefund,
  receiveWebhook: payment.receiveWebhook,
  getPaymentAnalytics: payment.getPaymentAnalytics,
  listNotices: notices.listNotices,
  readNotices: notices.readNotices,
  readNotice: notices.readNotice,
  clearNotices: notices.clearNotices,
  getSiteFigures: site.getSiteFigures,
  listStaffPayments: staffPayments.listStaffPayments,
  getMoneyReport: staffPayments.getMoneyReport,
  getStaffPayment: staffPayments.getStaffPayment,
  listStaffPlans: staffPlans.listStaffPlans,
  createPlan: staffPlans.createPlan,
  updatePlan: staffPlans.updatePlan,
  uploadImage: media.uploadImage,
  listModeratedPosts: staff.listModeratedPosts,
  hidePost: staff.hidePost,
  restorePost: staff.restorePost,
  listModeratedComments: staff.listModeratedComments,
  hideComment: staff.hideComment,
  restoreComment: staff.restoreComment,
  getModeratedAccount: staff.getModeratedAccount,
  disableAccount: staff.disableAccount,
  enableAccount: staff.enableAccount,
  getSite: site.getSite,
  sendFeedback: site.sendFeedback,
  listMedia: media.listMedia,
  deleteMedia: media.deleteMedia,
} satisfies Record<EndpointId, unknown>;

export type Endpoints = typeof endpoints;

type InputPart<Spec, Key extends string> = Spec extends { [K in Key]: infer Schema extends z.ZodType }
  ? z.input<Schema>
  : undefined;

/** The input of an endpoint. */
export type EndpointInput<Id extends EndpointId> = {
  params: InputPart<Endpoints[Id], 'params'>;
  query: InputPart<Endpoints[Id], 'query'>;
  body: InputPart<Endpoints[Id], 'body'>;
};

type SuccessBody<Responses> = {
  [Status in keyof Responses]: Responses[Status] extends z.ZodType ? z.output<Responses[Status]> : null;
}[keyof Responses];

/** The success body of an endpoint. */
export type EndpointResult<Id extends EndpointId> = SuccessBody<Endpoints[Id]['responses']>;
