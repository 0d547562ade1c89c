import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { EndpointId } from '#contract/paths.ts';
import { site as siteTexts } from '#text/ru/site.ts';
import type { Config } from './config.ts';
import { type Accounts, createAccounts } from './features/accounts/index.ts';
import { createCategories } from './features/categories/index.ts';
import { type Comments, createComments } from './features/comments/index.ts';
import { createFigures } from './features/figures/index.ts';
import { createImports } from './features/imports/index.ts';
import { createMedia } from './features/media/index.ts';
import { createNotices, type Notices } from './features/notices/index.ts';
import {
  createMoneyEvents,
  createPayments,
  createProviders,
  type MoneyListener,
  type PaymentProvider,
} from './features/payments/index.ts';
import { createPlans } from './features/plans/index.ts';
import { createPosts, type PinnedTitle, type Posts } from './features/posts/index.ts';
import { createQuotas } from './features/quotas/index.ts';
import { createSite } from './features/site/index.ts';
import { createSubscriptions, type Subscriptions } from './features/subscriptions/index.ts';
import { createLiveCache } from './platform/cache/live-cache.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { derivedSecret } from './platform/crypto.ts';
import type { Db } from './platform/db/database.ts';
import { type Admission, createAdmission } from './platform/http/admission.ts';
import { type BodyAdmission, createBodyAdmission } from './platform/http/body-admission.ts';
import { createDispatch } from './platform/http/dispatch.ts';
import { type EdgeLimits, edgeLimits } from './platform/http/edge.ts';
import type { Operation, RawCall } from './platform/http/operation.ts';
import { addPlainPages } from './platform/http/plain-page.ts';
import { createHttpServer, type Readiness } from './platform/http/server.ts';
import { createIdempotency } from './platform/idempotency/idempotency.ts';
import { type JobHandler, jobs } from './platform/jobs/jobs.ts';
import { sweepFailedJobs } from './platform/jobs/sweep.ts';
import { startWorker, type Worker } from './platform/jobs/worker.ts';
import { createMail, type Mail } from './platform/mail/mail.ts';
import { createMarkdown } from './platform/markdown/markdown.ts';
import { createMetrics } from './platform/metrics.ts';
import { createDatabaseStore, sweepRateLimits } from './platform/rate-limits/database-store.ts';
import { createMemoryStore } from './platform/rate-limits/memory-store.ts';
import { claimRoom, createRateLimits } from './platform/rate-limits/rate-limits.ts';
import { addSite, type SiteParts } from './platform/ssr/site.ts';
import { createDiskStorage } from './platform/storage/disk-storage.ts';
import { createS3Storage } from './platform/storage/s3-storage.ts';
import { shownTags } from './shown-tags.ts';

/** Rendering is CPU-bound: a higher limit for pages only delays each of them. */
const admissionLimits = { vital: 50, read: 200, search: 20, write: 50, page: 16 };

export type AppParts = {
  config: Config;
  db: Db;
  /** The database whose change notifications invalidate the cache; without it nothing is cached. */
  databaseUrl?: string;
  dataDir: string;
  jwtSecret: string;
  log: FastifyBaseLogger;
  readiness: Readiness;
  /** Replaces the production limits in tests. */
  edge?: EdgeLimits;
  clock?: Clock;
  admission?: Admission;
  bodies?: BodyAdmission;
  /** Real payment providers, the default one first. Without any, the sandbox provider is used if it is enabled. */
  paymentProviders?: PaymentProvider[];
  /** Receives every billing event. */
  onMoneyEvent?: MoneyListener;
  mail?: Mail;
};

export type App = Awaited<ReturnType<typeof compose>>;

/** Builds every slice in dependency order and passes each one its dependencies. All wiring is in this function. */
export async function compose(parts: AppParts) {
  const { config, db, dataDir, jwtSecret, log, readiness, clock = systemClock, edge = edgeLimits } = parts;
  const { publicUrl, allowedOrigins, passwordHashing } = config;
  const admission = parts.admission ?? createAdmission(admissionLimits);
  const bodies = parts.bodies ?? createBodyAdmission();
  const mailFolder = join(dataDir, 'mail');
  mkdirSync(mailFolder, { recursive: true, mode: 0o700 });

  const storage = config.s3
    ? createS3Storage({ ...config.s3, log })
    : createDiskStorage(join(dataDir, 'media'));
  const shared =
    config.rateLimits.store === 'database' ? createDatabaseStore({ db, secret: jwtSecret }) : undefined;
  const limits = createRateLimits({
    store: shared ?? createMemoryStore(),
    factor: config.rateLimits.factor,
    clock,
    log,
  });
  const mail = parts.mail ?? createMail({ ...config.mail, senderName: siteTexts.name, folder: mailFolder });

  const metrics = createMetrics({ db, heldBodies: bodies.held });
  const idempotency = createIdempotency({ db, log });
  const markdown = createMarkdown({ publicUrl });
  // A slice declares ports for what it needs of later slices. They are filled in below.
  const right: {
    accounts?: Accounts;
    posts?: Posts;
    comments?: Comments;
    subscriptions?: Subscriptions;
    notices?: Notices;
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
      usedAmong: async (tx, ids) => [
        ...((await right.accounts?.picturesAmong(tx, ids)) ?? []),
        ...((await right.posts?.picturesAmong(tx, ids)) ?? []),
      ],
      onVariants: async (pictureId) => right.posts?.renderWithPicture(pictureId),
      onRemoving: async (tx, pictureId) => right.posts?.leavePicture(tx, pictureId),
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
    ports: { onRegistered: async (tx, accountId) => right.notices?.welcome(tx, accountId) },
  });
  right.accounts = accounts;
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
    claimView: shared && claimRoom(shared, clock),
    publicUrl,
  });
  right.posts = posts;
  const comments = createComments({ db, clock, quotas, accounts, posts, publicUrl });
  right.comments = comments;
  const figures = createFigures({ clock, accounts, categories, posts });
  const plans = createPlans({ db, clock, publicUrl, currency: config.currency });
  const moneyEvents = createMoneyEvents({
    db,
    clock,
    jobs,
    mail,
    accounts,
    publicUrl,
    onEvent: async (tx, event) => {
      await right.notices?.tellOfMoney(tx, event);
      await parts.onMoneyEvent?.(tx, event);
    },
  });
  const { tell } = moneyEvents;
  const subscriptions = createSubscriptions({
    db,
    clock,
    log,
    accounts,
    plans,
    posts,
    tell,
    publicUrl,
    ports: { onRecorded: async (tx, entry) => right.notices?.tellOfHistory(tx, entry) },
  });
  right.subscriptions = subscriptions;
  const notices = createNotices({ db, clock, publicUrl });
  right.notices = notices;
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
    currency: config.currency,
    allowedOrigins,
    providers:
      parts.paymentProviders ??
      (await createProviders({
        settings: config.payments.providers,
        preferred: config.payments.preferred,
        clock,
        log,
      })),
    sandbox: {
      isOn: config.hasSandboxPayments,
      secret: derivedSecret(jwtSecret, 'sandbox payments'),
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
    figures,
    plans,
    payments,
    subscriptions,
    notices,
    site,
  ];
  const operations = slices.flatMap((slice) => slice.operations);
  const operationOf = (id: EndpointId): Operation => {
    const found = operations.find(({ endpoint }) => endpoint.id === id);
    if (!found) throw new Error(`no operation ${id}`);
    return found;
  };
  const { cache, ...changes } = createLiveCache({
    maxBytes: config.cacheBytes,
    url: parts.databaseUrl,
    clock,
    log,
    metrics,
    changesAt: async (tags, since) => (tags.includes('pins') ? posts.pinsChangeAt(since) : undefined),
  });
  const http = await createHttpServer({
    config,
    log,
    readiness,
    edge,
    metrics,
    operations,
    admission,
    bodies,
    limits,
    idempotency,
    cache,
    shown: shownTags,
    settled: changes.settled,
    authenticate: accounts.authenticate,
  });
  addPlainPages(http, payments.pages, { admission, limits });
  const dispatch = createDispatch(operations, (error) => log.error({ err: error }, 'in-process call failed'));

  const jobHandlers: JobHandler[] = [
    ...media.jobs,
    ...accounts.jobs,
    ...posts.jobs,
    ...notices.jobs,
    ...site.jobs,
    ...payments.jobs,
    ...subscriptions.jobs,
    sweep({ db, clock }),
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
    notices,
    jobHandlers,
    /** Starts to run jobs from the database at this URL; `isAlone` if no other process does. */
    async startJobs(url: string, { isAlone }: { isAlone: boolean }): Promise<void> {
      worker = await startWorker({ url, handlers: jobHandlers, log, isAlone });
      metrics.addWorker(worker.state);
    },
    /** Adds the pages; not called if only the API is needed. */
    addPages: (built: Pick<SiteParts, 'loadBuild' | 'clientFolder' | 'isDevelopment'>): Promise<void> =>
      addSite(http as FastifyInstance, {
        ...built,
        publicUrl,
        dispatch,
        admission,
        limits,
        cache,
        shown: shownTags,
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
