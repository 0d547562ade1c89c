import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { EndpointId } from '#contract/paths.ts';
import * as siteTexts from '#locales/ru/site.ts';
import { cacheTags } from './cache-tags.ts';
import type { Config } from './config.ts';
import { type Accounts, createAccounts } from './features/accounts/index.ts';
import { createCategories } from './features/categories/index.ts';
import { type Comments, createComments } from './features/comments/index.ts';
import { createImports } from './features/imports/index.ts';
import { createMedia } from './features/media/index.ts';
import { createNotifications, type Notifications } from './features/notifications/index.ts';
import {
  type BillingListener,
  createBillingEvents,
  createPayments,
  createProviders,
  type PaymentProvider,
} from './features/payments/index.ts';
import { createPlans } from './features/plans/index.ts';
import { createPosts, type PinnedTitle, type Posts } from './features/posts/index.ts';
import { createQuotas } from './features/quotas/index.ts';
import { createSite } from './features/site/index.ts';
import { createStats } from './features/stats/index.ts';
import { createSubscriptions, type Subscriptions } from './features/subscriptions/index.ts';
import { createSelfInvalidatingCache } from './platform/cache/self-invalidating-cache.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { deriveSecret } from './platform/crypto.ts';
import type { Db } from './platform/db/database.ts';
import { type Admission, createAdmission } from './platform/http/admission.ts';
import { type BodyAdmission, createBodyAdmission } from './platform/http/body-admission.ts';
import { createDispatch } from './platform/http/dispatch.ts';
import type { Operation, RawCall } from './platform/http/operation.ts';
import { registerPlainPages } from './platform/http/plain-page.ts';
import { createHttpServer, type Readiness } from './platform/http/server.ts';
import { defaultServerLimits, type ServerLimits } from './platform/http/server-limits.ts';
import { createIdempotency } from './platform/idempotency/idempotency.ts';
import { type JobHandler, jobs } from './platform/jobs/jobs.ts';
import { sweepFailedJobs } from './platform/jobs/sweep-failed-jobs.ts';
import { startWorker, type Worker } from './platform/jobs/worker.ts';
import { createMail, type Mail } from './platform/mail/mail.ts';
import { createMarkdown } from './platform/markdown/markdown.ts';
import { createMetrics } from './platform/metrics.ts';
import { createDatabaseStore, sweepRateLimits } from './platform/rate-limits/database-store.ts';
import { createMemoryStore } from './platform/rate-limits/memory-store.ts';
import { createClaim, createRateLimits } from './platform/rate-limits/rate-limits.ts';
import { addSite, type SiteOptions } from './platform/ssr/site.ts';
import { createDiskStorage } from './platform/storage/disk-storage.ts';
import { createS3Storage } from './platform/storage/s3-storage.ts';

/** Rendering is CPU-bound: a higher limit for pages only delays each of them. */
const admissionLimits = { critical: 50, read: 200, search: 20, write: 50, page: 16 };

export type AppOptions = {
  config: Config;
  db: Db;
  /** The database whose change notifications invalidate the cache; without it nothing is cached. */
  databaseUrl?: string;
  dataDir: string;
  jwtSecret: string;
  log: FastifyBaseLogger;
  readiness: Readiness;
  /** Replaces the production limits in tests. */
  serverLimits?: ServerLimits;
  clock?: Clock;
  admission?: Admission;
  bodies?: BodyAdmission;
  /** Real payment providers, the default one first. Without any, the sandbox provider is used if it is enabled. */
  paymentProviders?: PaymentProvider[];
  /** Receives every billing event. */
  onBillingEvent?: BillingListener;
  mail?: Mail;
};

export type App = Awaited<ReturnType<typeof compose>>;

/** Builds every slice in dependency order and passes each one its dependencies. All wiring is in this function. */
export async function compose(options: AppOptions) {
  const {
    config,
    db,
    dataDir,
    jwtSecret,
    log,
    readiness,
    clock = systemClock,
    serverLimits = defaultServerLimits,
  } = options;
  const { publicUrl, allowedOrigins, passwordHashing } = config;
  const admission = options.admission ?? createAdmission(admissionLimits);
  const bodies = options.bodies ?? createBodyAdmission();
  const mailFolder = join(dataDir, 'mail');
  mkdirSync(mailFolder, { recursive: true, mode: 0o700 });

  const storage = config.s3
    ? createS3Storage({ ...config.s3, log })
    : createDiskStorage(join(dataDir, 'media'));
  const sharedStore =
    config.rateLimits.store === 'database' ? createDatabaseStore({ db, secret: jwtSecret }) : undefined;
  const limits = createRateLimits({
    store: sharedStore ?? createMemoryStore(),
    factor: config.rateLimits.factor,
    clock,
    log,
  });
  const mail = options.mail ?? createMail({ ...config.mail, senderName: siteTexts.name, folder: mailFolder });

  const metrics = createMetrics({ db, bodyUsage: bodies.usage });
  const idempotency = createIdempotency({ db, log });
  const markdown = createMarkdown({ publicUrl });
  // A slice declares ports for what it needs of later slices. They are filled in below.
  const lateBound: {
    accounts?: Accounts;
    posts?: Posts;
    comments?: Comments;
    subscriptions?: Subscriptions;
    notifications?: Notifications;
  } = {};
  const quotas = createQuotas({ db, quotas: config.quotas });
  const media = createMedia({
    db,
    clock,
    storage,
    jobs,
    quotas,
    publicUrl,
    ports: {
      findUsedIds: async (tx, ids) => [
        ...((await lateBound.accounts?.findAvatarIds(tx, ids)) ?? []),
        ...((await lateBound.posts?.filterUsedPictures(tx, ids)) ?? []),
      ],
      onVariants: async (pictureId) => lateBound.posts?.rerenderWithPicture(pictureId),
      onRemoving: async (tx, pictureId) => lateBound.posts?.releasePicture(tx, pictureId),
    },
  });
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
    ports: { onRegistered: async (tx, accountId) => lateBound.notifications?.welcome(tx, accountId) },
  });
  lateBound.accounts = accounts;
  const categories = createCategories({
    db,
    publicUrl,
    ports: { beforeDelete: async (categoryId) => lateBound.posts?.removeFromCategory(categoryId) },
  });
  const ports = {
    countComments: async (tx: Db, postId: number) =>
      (await lateBound.comments?.countByAuthor(tx, postId)) ?? [],
    onUnpinned: async (tx: Db, pinned: PinnedTitle) => lateBound.subscriptions?.onUnpinned(tx, pinned),
    createComment: (raw: RawCall) => findOperation('createComment').run(raw),
  };
  const posts = createPosts({
    db,
    clock,
    log,
    accounts,
    categories,
    media,
    markdown,
    limits,
    jobs,
    quotas,
    ports,
    claimView: sharedStore && createClaim(sharedStore, clock),
    publicUrl,
  });
  lateBound.posts = posts;
  const comments = createComments({ db, clock, quotas, accounts, posts, publicUrl });
  lateBound.comments = comments;
  const stats = createStats({ clock, accounts, categories, posts });
  const plans = createPlans({ db, clock, publicUrl, currency: config.currency });
  const billingEvents = createBillingEvents({
    db,
    clock,
    jobs,
    mail,
    accounts,
    publicUrl,
    onEvent: async (tx, event) => {
      await lateBound.notifications?.notifyOfBilling(tx, event);
      await options.onBillingEvent?.(tx, event);
    },
  });
  const { publish } = billingEvents;
  const subscriptions = createSubscriptions({
    db,
    clock,
    log,
    accounts,
    plans,
    posts,
    publish,
    publicUrl,
    ports: { onRecorded: async (tx, entry) => lateBound.notifications?.notifyOfHistory(tx, entry) },
  });
  lateBound.subscriptions = subscriptions;
  const notifications = createNotifications({ db, clock, publicUrl });
  lateBound.notifications = notifications;
  const payments = createPayments({
    db,
    clock,
    log,
    jobs,
    billingEvents,
    accounts,
    plans,
    entitlements: subscriptions.entitlements,
    publicUrl,
    currency: config.currency,
    allowedOrigins,
    providers:
      options.paymentProviders ??
      (await createProviders({
        settings: config.payments.providers,
        preferred: config.payments.preferred,
        clock,
        log,
      })),
    sandbox: {
      isOn: config.hasSandboxPayments,
      secret: deriveSecret(jwtSecret, 'sandbox payments'),
      faults: config.payments.sandboxFaults,
    },
    secondPayment: config.payments.second,
    limits,
  });
  const imports = createImports({ db, clock, accounts, categories, posts, comments, media, log });

  const { feedbackEmail, socialLinks } = config;
  const site = createSite({ db, clock, jobs, mail, limits, feedbackEmail, socialLinks });

  const slices = [
    quotas,
    media,
    accounts,
    categories,
    posts,
    comments,
    stats,
    plans,
    payments,
    subscriptions,
    notifications,
    site,
  ];
  const operations = slices.flatMap((slice) => slice.operations);
  const findOperation = (id: EndpointId): Operation => {
    const found = operations.find(({ endpoint }) => endpoint.id === id);
    if (!found) throw new Error(`no operation ${id}`);
    return found;
  };
  const { cache, ...changes } = createSelfInvalidatingCache({
    maxBytes: config.cacheBytes,
    url: options.databaseUrl,
    clock,
    log,
    metrics,
    nextChangeAt: async (tags, since) => (tags.includes('pins') ? posts.nextPinChangeAt(since) : undefined),
  });
  const http = await createHttpServer({
    config,
    log,
    readiness,
    serverLimits,
    metrics,
    operations,
    admission,
    bodies,
    limits,
    idempotency,
    cache,
    cacheTags,
    waitForChanges: changes.waitForChanges,
    authenticate: accounts.authenticate,
  });
  registerPlainPages(http, payments.pages, { admission, limits });
  const dispatch = createDispatch(operations, (error) => log.error({ err: error }, 'in-process call failed'));

  const jobHandlers: JobHandler[] = [
    ...media.jobs,
    ...accounts.jobs,
    ...posts.jobs,
    ...notifications.jobs,
    ...site.jobs,
    ...payments.jobs,
    ...subscriptions.jobs,
    createSweepJob({ db, clock }),
  ];
  let worker: Worker | undefined;

  return {
    http,
    cache,
    metrics,
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
    notifications,
    jobHandlers,
    /** Starts to run jobs from the database at this URL; `isAlone` if no other process does. */
    async startJobs(url: string, { isOnlyProcess }: { isOnlyProcess: boolean }): Promise<void> {
      worker = await startWorker({ url, handlers: jobHandlers, log, isOnlyProcess });
      metrics.addWorker(worker.state);
    },
    /** Adds the pages; not called if only the API is needed. */
    addPages: (built: Pick<SiteOptions, 'loadBuild' | 'clientFolder' | 'isDevelopment'>): Promise<void> =>
      addSite(http as FastifyInstance, {
        ...built,
        publicUrl,
        dispatch,
        admission,
        limits,
        cache,
        cacheTags,
        storage,
      }),
    async close() {
      media.stop();
      await http.close();
      await changes.stop();
      await worker?.stop();
      mail.close();
      idempotency.stop();
      await posts.stop();
      await media.close();
      await markdown.close();
    },
  };
}

/** Deletes expired rows of the platform's own tables every hour. */
function createSweepJob({ db, clock }: { db: Db; clock: Clock }): JobHandler {
  return {
    name: 'platform.sweep',
    cron: '13 * * * *',
    async run() {
      await sweepRateLimits(db, clock.now());
      await sweepFailedJobs(db, clock.now());
    },
  };
}
