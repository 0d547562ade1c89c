import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { EndpointId } from '#contract/paths.ts';
import { site as siteTexts } from '#text/ru/site.ts';
import type { Config } from './config.ts';
import { createAccounts } from './features/accounts/index.ts';
import { createCategories } from './features/categories/index.ts';
import { type Comments, createComments } from './features/comments/index.ts';
import { createImports } from './features/imports/index.ts';
import { createMedia } from './features/media/index.ts';
import {
  createMoneyEvents,
  createPayments,
  createProviders,
  type MoneyListener,
  type PaymentProvider,
} from './features/payments/index.ts';
import { createPlans } from './features/plans/index.ts';
import { createPosts, type PinnedTitle, type Posts } from './features/posts/index.ts';
import { createSubscriptions, type Subscriptions } from './features/subscriptions/index.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { derivedSecret } from './platform/crypto.ts';
import type { Db } from './platform/db/database.ts';
import { type Admission, createAdmission } from './platform/http/admission.ts';
import { createDispatch } from './platform/http/dispatch.ts';
import type { Operation, RawCall } from './platform/http/operation.ts';
import { addPlainPages } from './platform/http/plain-page.ts';
import { createHttpServer, type Readiness } from './platform/http/server.ts';
import { createIdempotency } from './platform/idempotency/idempotency.ts';
import { type JobHandler, jobs } from './platform/jobs/jobs.ts';
import { sweepFailedJobs } from './platform/jobs/sweep.ts';
import { startWorker, type Worker } from './platform/jobs/worker.ts';
import { createMail, type Mail } from './platform/mail/mail.ts';
import { createMarkdown } from './platform/markdown/markdown.ts';
import { createDatabaseStore, sweepRateLimits } from './platform/rate-limits/database-store.ts';
import { createMemoryStore } from './platform/rate-limits/memory-store.ts';
import { createRateLimits } from './platform/rate-limits/rate-limits.ts';
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
  /** Whoever wants to know what happens to readers' money. */
  onMoneyEvent?: MoneyListener;
  mail?: Mail;
};

export type App = Awaited<ReturnType<typeof compose>>;

/** Builds every slice and hands each what it needs, from left to right; nobody else wires anything. */
export async function compose(parts: AppParts) {
  const { config, db, dataDir, jwtSecret, log, readiness, clock = systemClock } = parts;
  const { publicUrl, allowedOrigins, passwordHashing } = config;
  const admission = parts.admission ?? createAdmission(admissionLimits);
  const mediaFolder = join(dataDir, 'media');
  const mailFolder = join(dataDir, 'mail');
  mkdirSync(mediaFolder, { recursive: true });
  mkdirSync(mailFolder, { recursive: true, mode: 0o700 });

  const store =
    config.rateLimits.store === 'database'
      ? createDatabaseStore({ db, secret: jwtSecret })
      : createMemoryStore();
  const limits = createRateLimits({ store, factor: config.rateLimits.factor, clock, log });
  const mail = parts.mail ?? createMail({ ...config.mail, senderName: siteTexts.name, folder: mailFolder });

  const idempotency = createIdempotency({ db, log });
  const markdown = createMarkdown();
  const media = createMedia({ db, storage: createDiskStorage(mediaFolder), publicUrl });
  const accounts = createAccounts({
    db,
    clock,
    log,
    limits,
    jobs,
    mail,
    media,
    publicUrl,
    jwtSecret,
    passwordHashing,
  });
  // The left declares what it needs of the right; what fills it is made a line later.
  const right: { posts?: Posts; comments?: Comments; subscriptions?: Subscriptions } = {};
  const categories = createCategories({
    db,
    publicUrl,
    ports: { beforeDelete: async (categoryId) => right.posts?.leaveCategory(categoryId) },
  });
  const ports = {
    countComments: async (tx: Db, postId: number) => (await right.comments?.countByAuthor(tx, postId)) ?? [],
    onUnpinned: async (tx: Db, pinned: PinnedTitle) => right.subscriptions?.onUnpinned(tx, pinned),
    createComment: (raw: RawCall) => operationOf('createComment').run(raw),
  };
  const posts = createPosts({ db, clock, log, accounts, categories, media, markdown, ports, publicUrl });
  right.posts = posts;
  const comments = createComments({ db, clock, accounts, posts, publicUrl });
  right.comments = comments;
  const plans = createPlans({ db, clock, publicUrl, currency: config.currency });
  const moneyEvents = createMoneyEvents({
    db,
    clock,
    jobs,
    mail,
    accounts,
    publicUrl,
    onEvent: async (tx, event) => parts.onMoneyEvent?.(tx, event),
  });
  const { tell } = moneyEvents;
  const subscriptions = createSubscriptions({ db, clock, log, accounts, plans, posts, tell, publicUrl });
  right.subscriptions = subscriptions;
  const payments = createPayments({
    db,
    clock,
    log,
    jobs,
    moneyEvents,
    accounts,
    plans,
    entitlements: subscriptions.entitlements,
    publicUrl,
    allowedOrigins,
    providers:
      parts.paymentProviders ??
      createProviders({
        settings: config.payments.providers,
        preferred: config.payments.preferred,
        clock,
        log,
      }),
    sandbox: {
      isOn: config.hasSandboxPayments,
      secret: derivedSecret(jwtSecret, 'sandbox payments'),
      faults: config.payments.sandboxFaults,
    },
    secondPayment: config.payments.second,
  });
  const imports = createImports({ db, clock, accounts, categories, posts, comments, media, log });

  const slices = [media, accounts, categories, posts, comments, plans, payments, subscriptions];
  const operations = slices.flatMap((slice) => slice.operations);
  const operationOf = (id: EndpointId): Operation => {
    const found = operations.find(({ endpoint }) => endpoint.id === id);
    if (!found) throw new Error(`no operation ${id}`);
    return found;
  };
  const http = await createHttpServer({
    config,
    log,
    readiness,
    operations,
    admission,
    limits,
    idempotency,
    authenticate: accounts.authenticate,
  });
  addPlainPages(http, payments.pages, admission);
  const dispatch = createDispatch(operations, (error) => log.error({ err: error }, 'in-process call failed'));

  const jobHandlers: JobHandler[] = [
    ...accounts.jobs,
    ...payments.jobs,
    ...subscriptions.jobs,
    sweep({ db, clock }),
  ];
  let worker: Worker | undefined;

  return {
    http,
    idempotency,
    accounts,
    categories,
    posts,
    comments,
    plans,
    payments,
    subscriptions,
    imports,
    media,
    jobHandlers,
    /** Begins to work off the jobs of the database under this URL; `isAlone` where nobody else does. */
    async startJobs(url: string, { isAlone }: { isAlone: boolean }): Promise<void> {
      worker = await startWorker({ url, handlers: jobHandlers, log, isAlone });
    },
    /** Adds the pages; left out where only the API is wanted. */
    addPages: (site: Pick<SiteParts, 'loadBuild' | 'clientFolder' | 'isDevelopment'>): Promise<void> =>
      addSite(http as FastifyInstance, { ...site, publicUrl, dispatch, admission, mediaFolder }),
    async close() {
      await http.close();
      await worker?.stop();
      mail.close();
      idempotency.stop();
      await posts.stop();
      await markdown.close();
    },
  };
}

/** What the platform's own tables gather is thrown out every hour. */
function sweep({ db, clock }: { db: Db; clock: Clock }): JobHandler {
  return {
    name: 'platform.sweep',
    cron: '13 * * * *',
    async run() {
      await sweepRateLimits(db, clock.now());
      await sweepFailedJobs(db, clock.now());
    },
  };
}
