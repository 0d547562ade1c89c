/** The operations that reading pages call, with method and path: the part of the contract that the browser loads with them. */
export const readingPaths = {
  login: 'POST /api/v1/auth/login/',
  refreshToken: 'POST /api/v1/auth/token/refresh/',
  logout: 'POST /api/v1/auth/logout/',
  getProfile: 'GET /api/v1/auth/profile/',

  getUser: 'GET /api/v1/users/{username}/',
  listUserPosts: 'GET /api/v1/users/{username}/posts/',

  listCategories: 'GET /api/v1/posts/categories/',
  getCategory: 'GET /api/v1/posts/categories/{slug}/',
  listCategoryPosts: 'GET /api/v1/posts/categories/{slug}/posts/',

  listPosts: 'GET /api/v1/posts/',
  listPopularPosts: 'GET /api/v1/posts/popular/',
  listRecentPosts: 'GET /api/v1/posts/recent/',
  listPinnedPosts: 'GET /api/v1/posts/pinned/',
  listFeaturedPosts: 'GET /api/v1/posts/featured/',
  getPost: 'GET /api/v1/posts/{slug}/',
  viewPost: 'POST /api/v1/posts/{slug}/view/',
  finishPost: 'POST /api/v1/posts/{slug}/finish/',

  listComments: 'GET /api/v1/comments/',
  createComment: 'POST /api/v1/comments/',
  getComment: 'GET /api/v1/comments/{id}/',
  replaceComment: 'PUT /api/v1/comments/{id}/',
  updateComment: 'PATCH /api/v1/comments/{id}/',
  deleteComment: 'DELETE /api/v1/comments/{id}/',
  listPostComments: 'GET /api/v1/comments/post/{postId}/',
  listReplies: 'GET /api/v1/comments/{id}/replies/',

  getSubscriptionState: 'GET /api/v1/subscribe/status/',

  listNotices: 'GET /api/v1/notices/',
  readNotices: 'POST /api/v1/notices/read/',
  readNotice: 'POST /api/v1/notices/{id}/read/',
  clearNotices: 'POST /api/v1/notices/clear/',
  getSiteFigures: 'GET /api/v1/site/figures/',

  getSite: 'GET /api/v1/site/',
  getFrontPage: 'GET /api/v1/site/front-page/',
  searchSite: 'GET /api/v1/search/',
  suggestSearch: 'GET /api/v1/search/suggestions/',
} as const;
