import { interpolate, type TextValues } from './interpolate.ts';
import * as auth from './ru/auth.ts';
import * as categories from './ru/categories.ts';
import * as comments from './ru/comments.ts';
import * as feedback from './ru/feedback.ts';
import * as frontPage from './ru/front-page.ts';
import * as importRequests from './ru/import-requests.ts';
import * as moderation from './ru/moderation.ts';
import * as objections from './ru/objections.ts';
import * as payments from './ru/payments.ts';
import * as plans from './ru/plans.ts';
import * as posts from './ru/posts.ts';
import * as publication from './ru/publication.ts';
import * as register from './ru/register.ts';
import * as security from './ru/security.ts';
import * as validation from './ru/validation.ts';

const catalogue: Record<string, Record<string, string>> = {
  auth,
  categories,
  comments,
  feedback,
  frontPage,
  importRequests,
  moderation,
  objections,
  payments,
  plans,
  posts,
  publication,
  register,
  security,
  validation,
};

/** The text of a key that a schema of the contract or of a form names. Forms load these domains instead of all in `index.ts`. */
export function schemaMessage(key: string, values?: TextValues): string {
  const [domain = '', name = ''] = key.split('.');
  return interpolate(catalogue[domain]?.[name] ?? validation.invalid, values);
}
