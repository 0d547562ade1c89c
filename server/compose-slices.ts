import { join } from 'node:path';
import type { EndpointId } from '#contract/paths.ts';
import { createDeletionList } from './backup/deletion-list.ts';
import { createFolderStore } from './backup/folder-store.ts';
import { openStore } from './backup/open-store.ts';
import type { Platform, PlatformOptions } from './compose-platform.ts';
import { type Accounts, createAccounts, type PasswordCost } from './features/accounts/index.ts';
import { type Audit, createAudit } from './features/audit/index.ts';
import { createCards } from './features/cards/index.ts';
import { createCategories } from './features/categories/index.ts';
import { type Comments, createComments } from './features/comments/index.ts';
import { createDepartures, type Departures } from './features/departures/index.ts';
import { createExports } from './features/exports/index.ts';
import { createFeeds } from './features/feeds/index.ts';
import { createImports } from './features/imports/index.ts';
import { createMedia } from './features/media/index.ts';
import { createModeration, type Moderation } from './features/moderation/index.ts';
import { createNotifications, type Notifications } from './features/notifications/index.ts';
import {
  type BillingListener,
  createBillingEvents,
  createPayments,
  createProviders,
  type PaymentProvider,
} from './features/payments/index.ts';
import { createPlans } from './features/plans/index.ts';
import { createPosts, type Posts } from './features/posts/index.ts';
import { createQuotas } from './features/quotas/index.ts';
import { createSearch } from './features/search/index.ts';
import { createSite } from './features/site/index.ts';
import { createSitemaps } from './features/sitemaps/index.ts';
import { createStats } from './features/stats/index.ts';
import { createSubscriptions, type Subscriptions } from './features/subscriptions/index.ts';
import { assertAllBound, latePort } from './late-port.ts';
import { deriveSecret } from './platform/crypto.ts';
import type { FetchPicture } from './platform/fetch-picture.ts';
import type { Document } from './platform/http/documents.ts';
import type { Operation } from './platform/http/operation.ts';
import type { JobHandler } from './platform/jobs/jobs.ts';
import type { TextJudgePort, TextModerationPort } from './platform/text-moderation.ts';

export type SliceOptions = Pick<
  PlatformOptions,
  'config' | 'db' | 'dataDir' | 'jwtSecret' | 'previousJwtSecret' | 'log'
> & {
  /** Real payment providers, the default one first. Without any, the sandbox provider is used if it is enabled. */
  paymentProviders?: PaymentProvider[];
  /** Receives every billing event. */
  onBillingEvent?: BillingListener;
  /** Replaces the cost of production in tests. */
  passwordCost?: PasswordCost;
  /** Replaces requests for pictures to other sites in tests. */
  fetchPicture?: FetchPicture;
};

type Deps = SliceOptions & { platform: Platform; late: LatePorts; audit: Audit };
type Content = ReturnType<typeof createContent>;

/** Creates every slice in dependency order and passes each one what it needs. */
export async function createSlices(options: SliceOptions & { platform: Platform }) {
  const late = createLatePorts();
  const { config, db, platform } = options;
  const { publicUrl, auditDays } = config;
  const audit = createAudit({ db, clock: platform.clock, publicUrl, auditDays });
  const deps: Deps = { ...options, late, audit };
  const content = createContent(deps);
  const billing = await createBilling(deps, content);
  const moderation = createModeration({
    ...toolsOf(deps),
    ...content,
    identity: options.config.site,
    markdown: platform.markdown,
    notifications: billing.notifications,
  });
  late.moderation.bind(moderation);
  const site = createSiteSlice(deps, content.categories);
  const departures = createDepartures({
    ...toolsOf(deps),
    ...content,
    ...billing,
    list: openDeletionList(options),
    storage: platform.storage,
    freeSpace: platform.freeSpace,
    folder: join(options.dataDir, 'copies'),
    secret: deriveSecret(options.jwtSecret, 'data copies'),
  });
  late.departures.bind(departures);
  const imports = createImports({
    ...toolsOf(deps),
    ...content,
    freeSpace: platform.freeSpace,
    maxUploadBytes: config.maxImportBytes,
    uploadFolder: join(options.dataDir, 'import-uploads'),
    importFolder: join(options.dataDir, 'imports'),
  });
  const slices = { audit, ...content, ...billing, moderation, departures, imports, site };
  const operations = Object.values(slices).flatMap((slice) => slice.operations);
  late.createComment.bind(findOperation(operations, 'createComment'));
  assertAllBound(late);
  return {
    ...slices,
    operations,
    documents: Object.values(slices).flatMap((slice): Document[] =>
      'documents' in slice ? slice.documents : [],
    ),
    jobHandlers: Object.values(slices).flatMap((slice): JobHandler[] => ('jobs' in slice ? slice.jobs : [])),
    exports: createExports({ db: options.db, storage: platform.storage }),
  };
}

/** Beside the data and beside the backups, so that the loss of one of them does not lose the list. */
function openDeletionList({ config: { backup }, dataDir }: SliceOptions) {
  const besideBackups = backup.target ? [openStore(backup.target)] : [];
  return createDeletionList([createFolderStore(dataDir), ...besideBackups]);
}

/** What a slice needs of slices that are created after it. */
const createLatePorts = () => ({
  accounts: latePort<Accounts>(),
  posts: latePort<Posts>(),
  comments: latePort<Comments>(),
  createComment: latePort<Operation>(),
  subscriptions: latePort<Subscriptions>(),
  notifications: latePort<Notifications>(),
  moderation: latePort<Moderation>(),
  departures: latePort<Departures>(),
});
type LatePorts = ReturnType<typeof createLatePorts>;

/** Hidden texts are decisions of a later slice, which also decides whether readers see a text at once. */
const textModerationOf = ({ moderation }: LatePorts): TextModerationPort & TextJudgePort => ({
  judge: (...judged) => moderation.get().judge(...judged),
  onHidden: (...hidden) => moderation.get().onHidden(...hidden),
  onRestored: (...restored) => moderation.get().onRestored(...restored),
});

/** What most slices need. */
const toolsOf = ({
  audit,
  db,
  log,
  config: { publicUrl, site },
  platform: { clock, jobs, mail, limits },
}: Deps) => ({
  audit,
  db,
  log,
  clock,
  jobs,
  mail,
  limits,
  publicUrl,
  siteName: site.name,
});

function createContent(deps: Deps) {
  const { config, db, jwtSecret, previousJwtSecret, passwordCost, platform, late } = deps;
  const { clock, storage, markdown, claimView } = platform;
  const tools = toolsOf(deps);
  const quotas = createQuotas({ db, quotas: config.quotas });
  const media = createMedia({
    ...tools,
    storage,
    quotas,
    fetchPicture: deps.fetchPicture,
    ports: {
      findUsedIds: async (tx, ids) => [
        ...(await late.accounts.get().findAvatarIds(tx, ids)),
        ...(await late.posts.get().filterUsedPictures(tx, ids)),
      ],
      onVariants: (pictureId) => late.posts.get().rerenderWithPicture(pictureId),
      onRemoving: (tx, pictureId) => late.posts.get().releasePicture(tx, pictureId),
    },
  });
  const accounts = createAccounts({
    ...tools,
    media,
    jwtSecret,
    previousJwtSecret,
    passwordHashing: { ...config.passwordHashing, cost: passwordCost },
    needsStaffSecondFactor: config.needsStaffSecondFactor,
    ports: {
      onRegistered: (tx, accountId) => late.notifications.get().welcome(tx, accountId),
      onDisabled: (...disabled) => late.moderation.get().onDisabled(...disabled),
      onEnabled: (...enabled) => late.moderation.get().onEnabled(...enabled),
      findTextProblem: (...text) => late.moderation.get().findTextProblem(...text),
      onSessionsEnded: (tx, accountId) => late.departures.get().onSessionsEnded(tx, accountId),
    },
  });
  late.accounts.bind(accounts);
  const categories = createCategories({
    ...tools,
    ports: { beforeDelete: (categoryId) => late.posts.get().removeFromCategory(categoryId) },
  });
  const posts = createPosts({
    ...tools,
    accounts,
    categories,
    media,
    markdown,
    quotas,
    claimView,
    leadRule: config.leadRule,
    statsDays: config.statsDays,
    ports: {
      ...textModerationOf(late),
      countComments: (tx, postId) => late.comments.get().countByAuthor(tx, postId),
      onUnpinned: (tx, pinned) => late.subscriptions.get().onUnpinned(tx, pinned),
      onEdited: (tx, edit) =>
        late.notifications.get().notifyOfEdit(tx, 'post_edited', { ...edit, textId: edit.postId }),
      createComment: (raw) => late.createComment.get().run(raw),
    },
  });
  late.posts.bind(posts);
  const comments = createComments({
    ...tools,
    siteDays: config.commentsCloseAfterDays,
    quotas,
    accounts,
    posts,
    ports: {
      ...textModerationOf(late),
      onEdited: (tx, edit) =>
        late.notifications.get().notifyOfEdit(tx, 'comment_edited', { ...edit, textId: edit.commentId }),
    },
  });
  late.comments.bind(comments);
  const feeds = createFeeds({
    ...tools,
    identity: config.site,
    accounts,
    categories,
    posts,
    comments,
  });
  const sitemaps = createSitemaps({
    ...tools,
    minAccountAgeHours: config.sitemapAccountHours,
    indexNow: config.indexNow,
    accounts,
    categories,
    posts,
  });
  const cards = createCards({
    ...tools,
    identity: config.site,
    storage,
    cacheFolder: platform.cacheFolder,
    accounts,
    categories,
    posts,
  });
  const stats = createStats({ clock, accounts, categories, posts });
  const search = createSearch({ ...tools, accounts, categories, posts, comments });
  return { quotas, media, accounts, categories, posts, comments, feeds, sitemaps, cards, stats, search };
}

async function createBilling(deps: Deps, { accounts, posts }: Pick<Content, 'accounts' | 'posts'>) {
  const { config, jwtSecret, late } = deps;
  const { currency, allowedOrigins } = config;
  const tools = toolsOf(deps);
  const plans = createPlans({ ...tools, currency });
  const billingEvents = createBillingEvents({
    ...tools,
    accounts,
    onEvent: async (tx, event) => {
      await late.notifications.get().notifyOfBilling(tx, event);
      await deps.onBillingEvent?.(tx, event);
    },
  });
  const subscriptions = createSubscriptions({
    ...tools,
    accounts,
    plans,
    posts,
    publish: billingEvents.publish,
    ports: { onRecorded: (tx, entry) => late.notifications.get().notifyOfHistory(tx, entry) },
  });
  late.subscriptions.bind(subscriptions);
  const notifications = createNotifications(tools);
  late.notifications.bind(notifications);
  const payments = createPayments({
    ...tools,
    billingEvents,
    accounts,
    plans,
    entitlements: subscriptions.entitlements,
    currency,
    allowedOrigins,
    providers: await getPaymentProviders(deps),
    sandbox: {
      isOn: config.hasSandboxPayments,
      secret: deriveSecret(jwtSecret, 'sandbox payments'),
      faults: config.payments.sandboxFaults,
    },
    secondPayment: config.payments.second,
  });
  return { plans, payments, subscriptions, notifications };
}

async function getPaymentProviders({ config, log, platform, paymentProviders }: Deps) {
  const { providers: setups, preferred } = config.payments;
  return paymentProviders ?? createProviders({ setups, preferred, clock: platform.clock, log });
}

function createSiteSlice(deps: Deps, categories: Content['categories']) {
  const { site: identity, feedbackEmail, socialLinks, areSocialLinksExamples, offlineReading } = deps.config;
  return createSite({
    ...toolsOf(deps),
    identity,
    verificationMarks: deps.config.verificationMarks,
    categories,
    feedbackEmail,
    socialLinks,
    areSocialLinksExamples,
    offlineReading,
  });
}

function findOperation(operations: Operation[], id: EndpointId): Operation {
  const found = operations.find(({ endpoint }) => endpoint.id === id);
  if (!found) throw new Error(`no operation ${id}`);
  return found;
}
