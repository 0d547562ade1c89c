import { auth } from './ru/auth.ts';
import { categories } from './ru/categories.ts';
import { categoryPages } from './ru/category-pages.ts';
import { checkout } from './ru/checkout.ts';
import { commentThread } from './ru/comment-thread.ts';
import { comments } from './ru/comments.ts';
import { errors } from './ru/errors.ts';
import { home } from './ru/home.ts';
import { imports } from './ru/imports.ts';
import { login } from './ru/login.ts';
import { markdown } from './ru/markdown.ts';
import { media } from './ru/media.ts';
import { myComments } from './ru/my-comments.ts';
import { myPosts } from './ru/my-posts.ts';
import { notFound } from './ru/not-found.ts';
import { payments } from './ru/payments.ts';
import { plans } from './ru/plans.ts';
import { postForm } from './ru/post-form.ts';
import { postList } from './ru/post-list.ts';
import { postPage } from './ru/post-page.ts';
import { postTools } from './ru/post-tools.ts';
import { posts } from './ru/posts.ts';
import { register } from './ru/register.ts';
import { session } from './ru/session.ts';
import { shell } from './ru/shell.ts';
import { site } from './ru/site.ts';
import { subscriptions } from './ru/subscriptions.ts';
import { validation } from './ru/validation.ts';

const catalogue = {
  auth,
  categories,
  categoryPages,
  checkout,
  commentThread,
  comments,
  errors,
  home,
  imports,
  login,
  markdown,
  media,
  myComments,
  myPosts,
  notFound,
  payments,
  plans,
  postForm,
  postList,
  postPage,
  postTools,
  posts,
  register,
  session,
  shell,
  site,
  subscriptions,
  validation,
};

type Catalogue = typeof catalogue;
export type TextKey = {
  [Domain in keyof Catalogue]: `${Domain}.${Extract<keyof Catalogue[Domain], string>}`;
}[keyof Catalogue];

/**
 * The Russian text of a key, with `{name}` filled in from `values`.
 * A key that came over the wire and is unknown here reads as a general remark rather than as a code.
 */
export function t(key: TextKey, values?: Record<string, string | number>): string;
export function t(key: string, values?: Record<string, string | number>): string;
export function t(key: string, values: Record<string, string | number> = {}): string {
  const [domain = '', name = ''] = key.split('.');
  const texts: Record<string, Record<string, string>> = catalogue;
  const template = texts[domain]?.[name] ?? catalogue.validation.invalid;
  return template.replace(/\{(\w+)\}/g, (whole, value: string) => String(values[value] ?? whole));
}
