/**
 * Every operation of the API with its method and path: the part of the contract that the browser loads.
 * The schemas stand beside it, one file per path family, and are only imported where they are needed.
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

  listCategories: 'GET /api/v1/posts/categories/',
  getCategory: 'GET /api/v1/posts/categories/{slug}/',
  listCategoryPosts: 'GET /api/v1/posts/categories/{slug}/posts/',

  listPosts: 'GET /api/v1/posts/',
  createPost: 'POST /api/v1/posts/',
  listMyPosts: 'GET /api/v1/posts/my-posts/',
  getPost: 'GET /api/v1/posts/{slug}/',
  replacePost: 'PUT /api/v1/posts/{slug}/',
  updatePost: 'PATCH /api/v1/posts/{slug}/',
  deletePost: 'DELETE /api/v1/posts/{slug}/',
  viewPost: 'POST /api/v1/posts/{slug}/view/',

  createComment: 'POST /api/v1/comments/',
  listPostComments: 'GET /api/v1/comments/post/{postId}/',
  listReplies: 'GET /api/v1/comments/{id}/replies/',
} as const;

export type EndpointId = keyof typeof paths;
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Splits an entry of `paths` into its method and its path. */
export function route(id: EndpointId): { method: HttpMethod; path: string } {
  const [method, path] = paths[id].split(' ');
  return { method: method as HttpMethod, path: path as string };
}
