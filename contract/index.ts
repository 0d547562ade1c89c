import type { z } from 'zod';
import * as audit from './audit.ts';
import * as auth from './auth.ts';
import * as categories from './categories.ts';
import * as comments from './comments.ts';
import * as corrections from './corrections.ts';
import * as dataCopy from './data-copy.ts';
import * as draftLinks from './draft-links.ts';
import * as drafts from './drafts.ts';
import * as frontPage from './front-page.ts';
import * as frontPageLayout from './front-page-layout.ts';
import * as imports from './imports.ts';
import * as media from './media.ts';
import * as moderation from './moderation.ts';
import * as moderationLog from './moderation-log.ts';
import * as notifications from './notifications.ts';
import * as objections from './objections.ts';
import { type EndpointId, paths } from './paths.ts';
import * as payment from './payment.ts';
import * as postStats from './post-stats.ts';
import * as posts from './posts.ts';
import * as publicationRules from './publication-rules.ts';
import * as reports from './reports.ts';
import * as search from './search.ts';
import * as security from './security.ts';
import * as site from './site.ts';
import * as staff from './staff.ts';
import * as staffPayments from './staff-payments.ts';
import * as staffPlans from './staff-plans.ts';
import * as subscribe from './subscribe.ts';
import * as usage from './usage.ts';
import * as users from './users.ts';

const modules = {
  ...audit,
  ...auth,
  ...categories,
  ...comments,
  ...corrections,
  ...draftLinks,
  ...drafts,
  ...frontPage,
  ...frontPageLayout,
  ...imports,
  ...media,
  ...moderation,
  ...publicationRules,
  ...reports,
  ...objections,
  ...moderationLog,
  ...notifications,
  ...payment,
  ...postStats,
  ...posts,
  ...search,
  ...dataCopy,
  ...security,
  ...site,
  ...staff,
  ...staffPayments,
  ...staffPlans,
  ...subscribe,
  ...usage,
  ...users,
};

/**
 * Every operation of the API, in the order of `paths.ts`: each is exported under its id by one of the modules. Routes, the
 * OpenAPI document and the typed client derive from this table.
 */
export const endpoints = Object.fromEntries(
  (Object.keys(paths) as EndpointId[]).map((id) => [id, modules[id]]),
) as Pick<typeof modules, EndpointId>;

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
