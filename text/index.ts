import { fill, type TextValues } from './fill.ts';
import { auth } from './ru/auth.ts';
import { authorPage } from './ru/author-page.ts';
import { categories } from './ru/categories.ts';
import { categoryPages } from './ru/category-pages.ts';
import { categoryStaff } from './ru/category-staff.ts';
import { checkout } from './ru/checkout.ts';
import { commentThread } from './ru/comment-thread.ts';
import { comments } from './ru/comments.ts';
import { editor } from './ru/editor.ts';
import { emailConfirmation } from './ru/email-confirmation.ts';
import { errors } from './ru/errors.ts';
import { feedback } from './ru/feedback.ts';
import { home } from './ru/home.ts';
import { imports } from './ru/imports.ts';
import { login } from './ru/login.ts';
import { markdown } from './ru/markdown.ts';
import { media } from './ru/media.ts';
import { moderation } from './ru/moderation.ts';
import { myComments } from './ru/my-comments.ts';
import { myPictures } from './ru/my-pictures.ts';
import { myPosts } from './ru/my-posts.ts';
import { notFound } from './ru/not-found.ts';
import { notices } from './ru/notices.ts';
import { passwords } from './ru/passwords.ts';
import { payments } from './ru/payments.ts';
import { plans } from './ru/plans.ts';
import { postDrafts } from './ru/post-drafts.ts';
import { postForm } from './ru/post-form.ts';
import { postList } from './ru/post-list.ts';
import { postPage } from './ru/post-page.ts';
import { postTools } from './ru/post-tools.ts';
import { posts } from './ru/posts.ts';
import { profile } from './ru/profile.ts';
import { quotas } from './ru/quotas.ts';
import { register } from './ru/register.ts';
import { revisions } from './ru/revisions.ts';
import { session } from './ru/session.ts';
import { shell } from './ru/shell.ts';
import { site } from './ru/site.ts';
import { staffPayments } from './ru/staff-payments.ts';
import { staffPlans } from './ru/staff-plans.ts';
import { subscriptionPage } from './ru/subscription-page.ts';
import { subscriptions } from './ru/subscriptions.ts';
import { validation } from './ru/validation.ts';

const catalogue = {
  auth,
  authorPage,
  categories,
  categoryPages,
  categoryStaff,
  checkout,
  comments,
  commentThread,
  emailConfirmation,
  editor,
  errors,
  feedback,
  home,
  imports,
  login,
  markdown,
  media,
  moderation,
  myComments,
  myPictures,
  myPosts,
  notFound,
  notices,
  passwords,
  payments,
  plans,
  postDrafts,
  postForm,
  postList,
  postPage,
  postTools,
  posts,
  profile,
  quotas,
  register,
  revisions,
  session,
  shell,
  site,
  staffPayments,
  staffPlans,
  subscriptionPage,
  subscriptions,
  validation,
};

type Catalogue = typeof catalogue;
export type TextKey = {
  [Domain in keyof Catalogue]: `${Domain}.${Extract<keyof Catalogue[Domain], string>}`;
}[keyof Catalogue];

/** The Russian text of a key, with `{name}` filled in from `values`. */
export const t = (key: TextKey, values?: TextValues): string => fill(templateOf(key) ?? '', values);

/** The same for a key that came over the wire: an unknown one reads as a general remark rather than as a code. */
export const textOf = (key: string, values?: TextValues): string =>
  fill(templateOf(key) ?? catalogue.validation.invalid, values);

/** The text of a key as it is written down, or undefined where there is none. */
export function templateOf(key: string): string | undefined {
  const [domain = '', name = ''] = key.split('.');
  const texts: Record<string, Record<string, string>> = catalogue;
  return texts[domain]?.[name];
}
