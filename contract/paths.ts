/**
 * Every operation of the API with its method and path: the part of the contract that the browser loads.
 * The schemas are in separate files, one per path family, so that the browser imports only those it needs.
 */
export const paths = {
  register: 'POST /api/v1/auth/register/',
  login: 'POST /api/v1/auth/login/',
  refreshToken: 'POST /api/v1/auth/token/refresh/',
  logout: 'POST /api/v1/auth/logout/',
  getProfile: 'GET /api/v1/auth/profile/',
  replaceProfile: 'PUT /api/v1/auth/profile/',
  updateProfile: 'PATCH /api/v1/auth/profile/',
  changePassword: 'PUT /api/v1/auth/change-password/',
  verifyEmail: 'POST /api/v1/auth/verify-email/',
  resendVerification: 'POST /api/v1/auth/verify-email/resend/',
  requestPasswordReset: 'POST /api/v1/auth/password-reset/',
  confirmPasswordReset: 'POST /api/v1/auth/password-reset/confirm/',

  getUsage: 'GET /api/v1/auth/usage/',

  getUser: 'GET /api/v1/users/{username}/',
  listUserPosts: 'GET /api/v1/users/{username}/posts/',

  listCategories: 'GET /api/v1/posts/categories/',
  createCategory: 'POST /api/v1/posts/categories/',
  getCategory: 'GET /api/v1/posts/categories/{slug}/',
  replaceCategory: 'PUT /api/v1/posts/categories/{slug}/',
  updateCategory: 'PATCH /api/v1/posts/categories/{slug}/',
  deleteCategory: 'DELETE /api/v1/posts/categories/{slug}/',
  listCategoryPosts: 'GET /api/v1/posts/categories/{slug}/posts/',

  listPosts: 'GET /api/v1/posts/',
  createPost: 'POST /api/v1/posts/',
  listMyPosts: 'GET /api/v1/posts/my-posts/',
  getMyPostStats: 'GET /api/v1/posts/my-posts/stats/',
  listPopularPosts: 'GET /api/v1/posts/popular/',
  listRecentPosts: 'GET /api/v1/posts/recent/',
  listPinnedPosts: 'GET /api/v1/posts/pinned/',
  listFeaturedPosts: 'GET /api/v1/posts/featured/',
  previewPost: 'POST /api/v1/posts/preview/',
  listDrafts: 'GET /api/v1/posts/drafts/',
  getDraft: 'GET /api/v1/posts/drafts/{key}/',
  saveDraft: 'PUT /api/v1/posts/drafts/{key}/',
  deleteDraft: 'DELETE /api/v1/posts/drafts/{key}/',
  getPost: 'GET /api/v1/posts/{slug}/',
  replacePost: 'PUT /api/v1/posts/{slug}/',
  updatePost: 'PATCH /api/v1/posts/{slug}/',
  deletePost: 'DELETE /api/v1/posts/{slug}/',
  listRevisions: 'GET /api/v1/posts/{slug}/revisions/',
  getRevision: 'GET /api/v1/posts/{slug}/revisions/{version}/',
  createCorrection: 'POST /api/v1/posts/{slug}/corrections/',
  deleteCorrection: 'DELETE /api/v1/posts/{slug}/corrections/{id}/',
  viewPost: 'POST /api/v1/posts/{slug}/view/',
  finishPost: 'POST /api/v1/posts/{slug}/finish/',
  getPostStats: 'GET /api/v1/posts/{slug}/stats/',

  listDraftLinks: 'GET /api/v1/draft-links/',
  createDraftLink: 'POST /api/v1/draft-links/',
  readDraftLink: 'POST /api/v1/draft-links/read/',
  deleteDraftLink: 'DELETE /api/v1/draft-links/{id}/',

  listComments: 'GET /api/v1/comments/',
  createComment: 'POST /api/v1/comments/',
  listMyComments: 'GET /api/v1/comments/my-comments/',
  getComment: 'GET /api/v1/comments/{id}/',
  replaceComment: 'PUT /api/v1/comments/{id}/',
  updateComment: 'PATCH /api/v1/comments/{id}/',
  deleteComment: 'DELETE /api/v1/comments/{id}/',
  listPostComments: 'GET /api/v1/comments/post/{postId}/',
  listReplies: 'GET /api/v1/comments/{id}/replies/',

  listPlans: 'GET /api/v1/subscribe/plans/',
  getPlan: 'GET /api/v1/subscribe/plans/{id}/',
  getSubscriptionState: 'GET /api/v1/subscribe/status/',
  getMySubscription: 'GET /api/v1/subscribe/my-subscription/',
  listSubscriptionHistory: 'GET /api/v1/subscribe/history/',
  cancelSubscription: 'POST /api/v1/subscribe/cancel/',
  getPin: 'GET /api/v1/subscribe/pinned-post/',
  replacePin: 'PUT /api/v1/subscribe/pinned-post/',
  updatePin: 'PATCH /api/v1/subscribe/pinned-post/',
  deletePin: 'DELETE /api/v1/subscribe/pinned-post/',
  pinPost: 'POST /api/v1/subscribe/pin-post/',
  unpinPost: 'POST /api/v1/subscribe/unpin-post/',
  listPins: 'GET /api/v1/subscribe/pinned-posts/',
  checkPin: 'GET /api/v1/subscribe/can-pin/{postId}/',

  createCheckoutSession: 'POST /api/v1/payment/create-checkout-session/',
  listPayments: 'GET /api/v1/payment/payments/',
  listPaymentHistory: 'GET /api/v1/payment/payments/history/',
  getPayment: 'GET /api/v1/payment/payments/{id}/',
  getPaymentStatus: 'GET /api/v1/payment/payments/{id}/status/',
  cancelPayment: 'POST /api/v1/payment/payments/{id}/cancel/',
  retryPayment: 'POST /api/v1/payment/payments/{id}/retry/',
  refundPayment: 'POST /api/v1/payment/payments/{id}/refund/',
  listRefunds: 'GET /api/v1/payment/refunds/',
  getRefund: 'GET /api/v1/payment/refunds/{id}/',
  receiveWebhook: 'POST /api/v1/payment/webhooks/{provider}/',
  getPaymentAnalytics: 'GET /api/v1/payment/analytics/',

  listNotices: 'GET /api/v1/notices/',
  readNotices: 'POST /api/v1/notices/read/',
  readNotice: 'POST /api/v1/notices/{id}/read/',
  clearNotices: 'POST /api/v1/notices/clear/',
  getSiteFigures: 'GET /api/v1/site/figures/',
  listStaffPayments: 'GET /api/v1/staff/payments/',
  getMoneyReport: 'GET /api/v1/staff/payments/analytics/',
  getStaffPayment: 'GET /api/v1/staff/payments/{id}/',
  listStaffPlans: 'GET /api/v1/staff/plans/',
  createPlan: 'POST /api/v1/staff/plans/',
  updatePlan: 'PATCH /api/v1/staff/plans/{id}/',

  uploadImage: 'POST /api/v1/upload/image/',

  listModeratedPosts: 'GET /api/v1/staff/posts/',
  hidePost: 'POST /api/v1/staff/posts/{id}/hide/',
  restorePost: 'POST /api/v1/staff/posts/{id}/restore/',
  keepOffFrontPage: 'POST /api/v1/staff/posts/{id}/keep-off-front-page/',
  returnToFrontPage: 'POST /api/v1/staff/posts/{id}/return-to-front-page/',
  listModeratedComments: 'GET /api/v1/staff/comments/',
  hideComment: 'POST /api/v1/staff/comments/{id}/hide/',
  restoreComment: 'POST /api/v1/staff/comments/{id}/restore/',

  getModeratedAccount: 'GET /api/v1/staff/accounts/{id}/',
  setAccountRole: 'PUT /api/v1/staff/accounts/{id}/role/',
  disableAccount: 'POST /api/v1/staff/accounts/{id}/disable/',
  enableAccount: 'POST /api/v1/staff/accounts/{id}/enable/',

  listAuditLog: 'GET /api/v1/staff/audit/',
  exportAuditLog: 'POST /api/v1/staff/audit/export/',

  getSite: 'GET /api/v1/site/',
  getSiteHealth: 'GET /api/v1/staff/health/',
  getFrontPage: 'GET /api/v1/site/front-page/',
  searchSite: 'GET /api/v1/search/',
  suggestSearch: 'GET /api/v1/search/suggestions/',
  sendFeedback: 'POST /api/v1/site/feedback/',
  listMedia: 'GET /api/v1/media/',
  deleteMedia: 'DELETE /api/v1/media/{id}/',
} as const;

export type EndpointId = keyof typeof paths;
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Splits an entry of `paths` into its method and its path. */
export function route(id: EndpointId): { method: HttpMethod; path: string } {
  const [method, path] = paths[id].split(' ');
  return { method: method as HttpMethod, path: path as string };
}
