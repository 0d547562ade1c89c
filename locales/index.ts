import { interpolate, type TextValues } from './interpolate.ts';
import * as auth from './ru/auth.ts';
import * as authorPage from './ru/author-page.ts';
import * as categories from './ru/categories.ts';
import * as categoryPages from './ru/category-pages.ts';
import * as categoryStaff from './ru/category-staff.ts';
import * as checkout from './ru/checkout.ts';
import * as commentActions from './ru/comment-actions.ts';
import * as commentThread from './ru/comment-thread.ts';
import * as comments from './ru/comments.ts';
import * as corrections from './ru/corrections.ts';
import * as draftLinks from './ru/draft-links.ts';
import * as editor from './ru/editor.ts';
import * as emailConfirmation from './ru/email-confirmation.ts';
import * as errors from './ru/errors.ts';
import * as feedback from './ru/feedback.ts';
import * as frontPage from './ru/front-page.ts';
import * as home from './ru/home.ts';
import * as importRequests from './ru/import-requests.ts';
import * as imports from './ru/imports.ts';
import * as login from './ru/login.ts';
import * as markdown from './ru/markdown.ts';
import * as media from './ru/media.ts';
import * as moderation from './ru/moderation.ts';
import * as myComments from './ru/my-comments.ts';
import * as myPictures from './ru/my-pictures.ts';
import * as myPosts from './ru/my-posts.ts';
import * as notFound from './ru/not-found.ts';
import * as notifications from './ru/notifications.ts';
import * as objections from './ru/objections.ts';
import * as passwords from './ru/passwords.ts';
import * as payments from './ru/payments.ts';
import * as plans from './ru/plans.ts';
import * as postDrafts from './ru/post-drafts.ts';
import * as postForm from './ru/post-form.ts';
import * as postList from './ru/post-list.ts';
import * as postPage from './ru/post-page.ts';
import * as postTools from './ru/post-tools.ts';
import * as posts from './ru/posts.ts';
import * as profile from './ru/profile.ts';
import * as publication from './ru/publication.ts';
import * as quotas from './ru/quotas.ts';
import * as register from './ru/register.ts';
import * as reports from './ru/reports.ts';
import * as revisions from './ru/revisions.ts';
import * as security from './ru/security.ts';
import * as session from './ru/session.ts';
import * as shell from './ru/shell.ts';
import * as site from './ru/site.ts';
import * as staffPayments from './ru/staff-payments.ts';
import * as staffPlans from './ru/staff-plans.ts';
import * as subscriptionPage from './ru/subscription-page.ts';
import * as subscriptions from './ru/subscriptions.ts';
import * as validation from './ru/validation.ts';
import { invalid } from './ru/validation.ts';

const catalogue = {
  auth,
  authorPage,
  categories,
  categoryPages,
  categoryStaff,
  checkout,
  comments,
  commentActions,
  commentThread,
  corrections,
  draftLinks,
  emailConfirmation,
  editor,
  errors,
  feedback,
  frontPage,
  home,
  importRequests,
  imports,
  login,
  markdown,
  media,
  moderation,
  myComments,
  myPictures,
  myPosts,
  notFound,
  notifications,
  objections,
  passwords,
  payments,
  plans,
  postDrafts,
  postForm,
  postList,
  postPage,
  postTools,
  posts,
  publication,
  profile,
  quotas,
  register,
  reports,
  revisions,
  security,
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

/** The Russian text of a key, with `{name}` replaced by `values.name`. */
export const t = (key: TextKey, values?: TextValues): string => interpolate(templateOf(key) ?? '', values);

/** The same for a key from a response. An unknown key gives a general message instead of a code. */
export const textOf = (key: string, values?: TextValues): string =>
  interpolate(templateOf(key) ?? invalid, values);

/** The text of a key without interpolation, or undefined for an unknown key. */
export function templateOf(key: string): string | undefined {
  const [domain = '', name = ''] = key.split('.');
  const texts: Record<string, Record<string, string>> = catalogue;
  return texts[domain]?.[name];
}
