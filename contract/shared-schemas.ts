import { authorInfo, authResponse, userProfile } from './auth.ts';
import { category } from './categories.ts';
import { comment, commentDetail } from './comments.ts';
import { detailBody, fieldErrorsBody } from './errors.ts';
import { payment, refund } from './payment.ts';
import { postDetail, postListItem } from './posts.ts';
import { historyEntry, pinnedPost, plan, subscription } from './subscribe.ts';

/** Schemas shared by several responses, under their names in the API description. */
export const sharedSchemas = {
  UserProfile: userProfile,
  AuthResponse: authResponse,
  AuthorInfo: authorInfo,
  Category: category,
  PostListItem: postListItem,
  PostDetail: postDetail,
  Comment: comment,
  CommentDetail: commentDetail,
  Plan: plan,
  Subscription: subscription,
  PinnedPost: pinnedPost,
  HistoryEntry: historyEntry,
  Payment: payment,
  Refund: refund,
  Error: detailBody,
  FieldErrors: fieldErrorsBody,
};
