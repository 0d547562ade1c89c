import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import type { Db } from './platform/db/database.ts';
import { type FreeSpace, unlimitedSpace, watchFreeSpace } from './platform/free-space.ts';
import { type Admission, createAdmission } from './platform/http/admission.ts';
import { type BodyAdmission, createBodyAdmission } from './platform/http/body-admission.ts';
import { createIdempotency } from './platform/idempotency/idempotency.ts';
import { jobs } from './platform/jobs/jobs.ts';
import { createMail, type Mail } from './platform/mail/mail.ts';
import { storeMailServer } from './platform/mail/mail-server-store.ts';
import { createMarkdown } from './platform/markdown/markdown.ts';
import { createMetrics, type Metrics } from './platform/metrics.ts';
import { createDatabaseStore } from './platform/rate-limits/database-store.ts';
import { createMemoryStore } from './platform/rate-limits/memory-store.ts';
import { createClaim, createRateLimits } from './platform/rate-limits/rate-limits.ts';
import type { PreviousSecret } from './platform/site-secret.ts';
import { createStorage } from './platform/storage/create-storage.ts';

/** Rendering is CPU-bound: a higher limit for pages only delays each of them. */
const admissionLimits = { critical: 50, read: 200, search: 20, write: 50, page: 16, card: 24 };

export type PlatformOptions = {
  config: Config;
  db: Db;
  dataDir: string;
  jwtSecret: string;
  /** Replaced by `jwtSecret`; its access tokens are accepted for a while. */
  previousJwtSecret?: PreviousSecret | undefined;
  log: FastifyBaseLogger;
  clock?: Clock;
  admission?: Admission;
  bodies?: BodyAdmission;
  mail?: Mail;
  freeSpace?: FreeSpace;
};

export type Platform = ReturnType<typeof createPlatform>;

/** Creates the tools that know nothing of the product. */
export function createPlatform(options: PlatformOptions) {
  const { config, db, dataDir, jwtSecret, log, clock = systemClock } = options;
  const bodies = options.bodies ?? createBodyAdmission();
  const freeSpace = options.freeSpace ?? watchSiteSpace(options);
  const metrics = createMetrics({ db, dataDir, bodyUsage: bodies.usage, freeSpace });
  return {
    clock,
    jobs,
    bodies,
    freeSpace,
    admission: options.admission ?? createAdmission(admissionLimits),
    storage: createStorage({ s3: config.s3, dataDir, log }),
    /** For files that can be created again. */
    cacheFolder: join(dataDir, 'cache'),
    mail: countMails(options.mail ?? createSiteMail(options), metrics),
    metrics,
    idempotency: createIdempotency({ db, log }),
    markdown: createMarkdown({ publicUrl: config.publicUrl }),
    ...createLimits({ config, db, jwtSecret, log, clock }),
  };
}

function createLimits({
  config,
  db,
  jwtSecret,
  log,
  clock,
}: Pick<PlatformOptions, 'config' | 'db' | 'jwtSecret' | 'log'> & { clock: Clock }) {
  const sharedStore =
    config.rateLimits.store === 'database' ? createDatabaseStore({ db, secret: jwtSecret }) : undefined;
  return {
    limits: createRateLimits({
      store: sharedStore ?? createMemoryStore(),
      factor: config.rateLimits.factor,
      clock,
      log,
    }),
    /** Set when several processes count views together. */
    claimView: sharedStore && createClaim(sharedStore, clock),
  };
}

/** A server of one's own looks after its own disk. */
function watchSiteSpace({ config, dataDir, log }: PlatformOptions): FreeSpace {
  const { database, minFreeBytes: minBytes } = config;
  return database.kind === 'embedded' && minBytes > 0
    ? watchFreeSpace({ folder: dataDir, minBytes, log })
    : unlimitedSpace;
}

function createSiteMail({ config, db, dataDir, log }: PlatformOptions): Mail {
  const folder = join(dataDir, 'mail');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return createMail({
    ...config.mail,
    senderName: config.site.name,
    folder,
    // The mail is on its way: an error must not send it again.
    onServer: (server) =>
      storeMailServer(db, server).catch((error) =>
        log.warn({ err: error }, 'what the mail server can do is not stored'),
      ),
  });
}

function countMails(mail: Mail, { countMail }: Pick<Metrics, 'countMail'>): Mail {
  return {
    ...mail,
    async send(message) {
      // The addresses of deleted accounts (RFC 2606): another job may have been waiting.
      if (message.to.endsWith('.invalid')) return;
      try {
        await mail.send(message);
        countMail(true);
      } catch (error) {
        countMail(false);
        throw error;
      }
    },
  };
}
