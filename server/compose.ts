import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { createAccounts } from './features/accounts/index.ts';
import { createCategories } from './features/categories/index.ts';
import { type Comments, createComments } from './features/comments/index.ts';
import { createImports } from './features/imports/index.ts';
import { createMedia } from './features/media/index.ts';
import { createPayments, type PaymentProvider } from './features/payments/index.ts';
import { createPlans } from './features/plans/index.ts';
import { createPosts, type PinnedTitle } from './features/posts/index.ts';
import { createSubscriptions, type Subscriptions } from './features/subscriptions/index.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { derivedSecret } from './platform/crypto.ts';
import type { Db } from './platform/db/database.ts';
import { type Admission, createAdmission } from './platform/http/admission.ts';
import { createDispatch } from './platform/http/dispatch.ts';
import { addPlainPages } from './platform/http/plain-page.ts';
import { createHttpServer, type Readiness } from './platform/http/server.ts';
import { createMarkdown } from './platform/markdown/markdown.ts';
import { addSite, type SiteParts } from './platform/ssr/site.ts';
import { createDiskStorage } from './platform/storage/storage.ts';

const admissionLimits = { read: 200, search: 20, write: 50, page: 50 };

export type AppParts = {
  config: Config;
  db: Db;
  dataDir: string;
  jwtSecret: string;
  log: FastifyBaseLogger;
  readiness: Readiness;
  clock?: Clock;
  admission?: Admission;
  /** Real payment providers, the default one first; without any, the sandbox stands in where it is on. */
  paymentProviders?: PaymentProvider[];
};

export type App = Awaited<ReturnType<typeof compose>>;

/** Builds every slice and hands each what it needs, from left to right; nobody else wires anything. */
export async function compose(parts: AppParts) {
  const { config, db, dataDir, jwtSecret, log, readiness, clock = systemClock } = parts;
  const { publicUrl, allowedOrigins, passwordHashing } = config;
  const admission = parts.admission ?? createAdmission(admissionLimits);
  const mediaFolder = join(dataDir, 'media');
  mkdirSync(mediaFolder, { recursive: true });

  const markdown = createMarkdown();
  const media = createMedia({ db, storage: createDiskStorage(mediaFolder) });
  const accounts = createAccounts({ db, clock, log, media, publicUrl, jwtSecret, passwordHashing });
  const categories = createCategories({ db, publicUrl });
  // The left declares what it needs of the right; what fills it is made a line later.
  const right: { comments?: Comments; subscriptions?: Subscriptions } = {};
  const ports = {
    countComments: async (tx: Db, postId: number) => (await right.comments?.countByAuthor(tx, postId)) ?? [],
    onUnpinned: async (tx: Db, pinned: PinnedTitle) => right.subscriptions?.onUnpinned(tx, pinned),
  };
  const posts = createPosts({ db, clock, log, accounts, categories, media, markdown, ports, publicUrl });
  const comments = createComments({ db, clock, accounts, posts, publicUrl });
  right.comments = comments;
  const plans = createPlans({ db, publicUrl, currency: config.currency });
  const subscriptions = createSubscriptions({ db, clock, accounts, plans, posts, publicUrl });
  right.subscriptions = subscriptions;
  const payments = createPayments({
    db,
    clock,
    log,
    accounts,
    plans,
    entitlements: subscriptions.entitlements,
    publicUrl,
    allowedOrigins,
    providers: parts.paymentProviders ?? [],
    sandbox: { isOn: config.hasSandboxPayments, secret: derivedSecret(jwtSecret, 'sandbox payments') },
  });
  const imports = createImports({ db, clock, accounts, categories, posts, comments, media, log });

  const slices = [accounts, categories, posts, comments, plans, payments, subscriptions];
  const operations = slices.flatMap((slice) => slice.operations);
  const http = await createHttpServer({
    config,
    log,
    readiness,
    operations,
    admission,
    authenticate: accounts.authenticate,
  });
  addPlainPages(http, payments.pages, admission);
  const dispatch = createDispatch(operations, (error) => log.error({ err: error }, 'in-process call failed'));

  return {
    http,
    accounts,
    categories,
    posts,
    comments,
    plans,
    imports,
    media,
    /** Adds the pages; left out where only the API is wanted. */
    addPages: (site: Pick<SiteParts, 'loadBuild' | 'clientFolder' | 'isDevelopment'>): Promise<void> =>
      addSite(http as FastifyInstance, { ...site, publicUrl, dispatch, admission, mediaFolder }),
    async close() {
      await http.close();
      await posts.stop();
      await markdown.close();
    },
  };
}
