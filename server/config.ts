import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { closeAfterMaxDays } from '#contract/comments.ts';
import { trimEnd } from '#contract/trim.ts';
import { type BackupSettings, readBackup } from './config-backup.ts';
import { type PaymentSettings, paymentSecretVariables, readPayments } from './config-payments.ts';
import { readQuotas } from './config-quotas.ts';
import { readIndexNow, readVerificationMarks, type VerificationMark } from './config-search-engines.ts';
import { readSiteIdentity } from './config-site.ts';
import { type Env, readAddress, readChoice, readFactor, readNumber } from './config-values.ts';
import type { LeadRule } from './features/posts/index.ts';
import type { Quotas } from './features/quotas/index.ts';
import type { IndexNowSettings } from './features/sitemaps/index.ts';
import type { MetricsSettings } from './platform/http/metrics-server.ts';
import type { SiteIdentity } from './platform/site-identity.ts';
import type { S3Settings } from './platform/storage/bucket.ts';
import type { TracingSettings } from './platform/tracing.ts';

export type Config = {
  /** The public URL of the site, without a trailing slash. */
  publicUrl: string;
  site: SiteIdentity;
  host: string;
  port: number;
  /** The value of `DATA_DIR`; undefined for the default folder. */
  dataDir: string | undefined;
  database: { kind: 'embedded' } | { kind: 'external'; url: string; migrationUrl: string };
  /** Maximum size of the application's connection pool. */
  poolSize: number;
  jwtSecret: string | undefined;
  /** Another secret whose access tokens are accepted. */
  previousJwtSecret: string | undefined;
  logLevel: string;
  /** Statements that take at least this long are logged; 0 disables it. */
  slowStatementMs: number;
  /** Whether this process serves HTTP, runs jobs, or both. */
  role: 'web' | 'worker' | 'both';
  /** How many processes serve HTTP; several of them share the port. */
  processes: number;
  /** Proxies whose `X-Forwarded-For` is trusted: false, true, or addresses and ranges. */
  trustProxy: boolean | string;
  allowedOrigins: string[];
  /** Of which accounts a post may lead the front page. */
  leadRule: LeadRule;
  /** Posts of younger accounts stay out of sitemaps. */
  sitemapAccountHours: number;
  /** Search engines that are told of changes; undefined for none. */
  indexNow: IndexNowSettings | undefined;
  verificationMarks: VerificationMark[];
  /** Memory limit of the response cache; 0 disables it. */
  cacheBytes: number;
  /** Writes are refused while the disk of the embedded database has less free space; 0 disables this. */
  minFreeBytes: number;
  /** Whether to refuse requests while the event loop is delayed. */
  shedOnEventLoopDelay: boolean;
  passwordHashing: { parallel: number; queue: number };
  /** Whether the roles of staff count only with a second factor. */
  needsStaffSecondFactor: boolean;
  /** `factor` multiplies the limits, 0 disables them; `store` says whether processes share the counters. */
  rateLimits: { store: 'memory' | 'database'; factor: number };
  /** Without an SMTP server, e-mails are written as files to the data folder. */
  mail: { smtpUrl: string | undefined; from: string };
  /** The recipient of feedback messages. */
  feedbackEmail: string;
  /** Pages of the site on social networks, for the footer. */
  socialLinks: string[];
  areSocialLinksExamples: boolean;
  /** Whether browsers may save articles for reading offline. False removes what they have saved. */
  offlineReading: boolean;
  /** The storage quotas of one account. */
  quotas: Quotas;
  /** How many days the statistics of authors are stored. */
  statsDays: number;
  /** How many days entries of the audit log are kept. */
  auditDays: number;
  /** Days until a discussion without a setting of its own closes; 0 for never. */
  commentsCloseAfterDays: number;
  /** Of a file that administrators upload for an import. */
  maxImportBytes: number;
  backup: BackupSettings;
  /** The keys of buckets, for commands that name one. */
  bucketKeys: Env;
  /** The bucket for pictures; undefined to store them in the data folder. */
  s3: S3Settings | undefined;
  /** How long a stopping server keeps accepting requests, so that load balancers notice `/readyz`. */
  drainMs: number;
  isLocalhost: boolean;
  /** The currency of plans (ISO 4217). */
  currency: string;
  /** Whether the sandbox provider takes payments, without real money, if no real provider is configured. */
  hasSandboxPayments: boolean;
  payments: PaymentSettings;
  /** The address of the metrics server; undefined disables it. */
  metrics: MetricsSettings | undefined;
  /** The OpenTelemetry collector; undefined disables traces. */
  tracing: TracingSettings | undefined;
};

/** All invalid environment variables, one per line. */
export class ConfigError extends Error {
  constructor(problems: string[]) {
    super(problems.join('\n'));
    this.name = 'ConfigError';
  }
}

const secretVariables = [
  'JWT_SECRET',
  'JWT_SECRET_PREVIOUS',
  'DATABASE_URL',
  'MIGRATION_DATABASE_URL',
  'SMTP_URL',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'BACKUP_S3_ACCESS_KEY_ID',
  'BACKUP_S3_SECRET_ACCESS_KEY',
  'METRICS_TOKEN',
  ...paymentSecretVariables,
];
const bytesPerMebibyte = 1024 * 1024;
const jwtSecretMinBytes = 32;
/** On localhost all callers share one address, as do tests of the whole API. */
const localhostRateLimitFactor = 10;
/** Examples for a trial on localhost, to show where the links appear. */
const demoSocialLinks = ['https://vk.com/', 'https://t.me/', 'https://github.com/'];
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

/** The secrets that are set in the environment or in files that it names. */
export const listSetSecrets = (env: Env = process.env): string[] =>
  secretVariables.filter((name) => env[name]?.trim() || env[`${name}_FILE`]?.trim());

/** Reads the environment; no other code does. Throws `ConfigError` with the full list of mistakes. */
export function loadConfig(env: Env = process.env): Config {
  const problems: string[] = [];
  const values = readEnv(env, problems);
  const config = toConfig(values, problems);
  if (problems.length > 0) throw new ConfigError(problems);
  return Object.freeze(config);
}

/** Trimmed values without empty ones. Every secret can be given as `NAME_FILE`, the path of a file with the value. */
function readEnv(env: Env, problems: string[]): Env {
  const values: Env = {};
  for (const [name, value] of Object.entries(env))
    if (value !== undefined && value.trim() !== '') values[name] = value.trim();
  for (const name of secretVariables) {
    const path = values[`${name}_FILE`];
    if (path === undefined) continue;
    try {
      values[name] = readFileSync(path, 'utf8').trim();
    } catch (error) {
      problems.push(`${name}_FILE: ${(error as Error).message}`);
    }
  }
  return values;
}

function toConfig(env: Env, problems: string[]): Config {
  const port = readNumber(env, 'PORT', 8000, { min: 1, max: 65_535 }, problems);
  const publicUrl = readPublicUrl(env, port, problems);
  const { hostname, protocol } = new URL(publicUrl);
  const isLocalhost = protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  const mail = readMail(env, hostname, problems);
  const processes = readNumber(env, 'WEB_CONCURRENCY', 1, { min: 1, max: 64 }, problems);
  return {
    publicUrl,
    site: readSiteIdentity(env, problems),
    role: readRole(env, problems),
    processes,
    host: env.HOST ?? 'localhost',
    port,
    dataDir: env.DATA_DIR === undefined ? undefined : resolve(env.DATA_DIR),
    database: readDatabase(env, problems),
    poolSize: readNumber(env, 'DATABASE_POOL_SIZE', 15, { min: 1, max: 200 }, problems),
    jwtSecret: readJwtSecret(env, 'JWT_SECRET', problems),
    previousJwtSecret: readPreviousJwtSecret(env, problems),
    logLevel: readChoice(env, 'LOG_LEVEL', 'info', logLevels, problems),
    slowStatementMs: readNumber(env, 'SLOW_STATEMENT_MS', 1_000, { min: 0, max: 60_000 }, problems),
    trustProxy: readTrustProxy(env.TRUST_PROXY),
    allowedOrigins: readOrigins(env, problems),
    leadRule: {
      minAccountAgeHours: readNumber(env, 'LEAD_ACCOUNT_HOURS', 24, { min: 0, max: 8_760 }, problems),
      minEarlierPosts: readNumber(env, 'LEAD_EARLIER_POSTS', 1, { min: 0, max: 100 }, problems),
    },
    sitemapAccountHours: readNumber(
      env,
      'SITEMAP_ACCOUNT_HOURS',
      isLocalhost ? 0 : 24,
      { min: 0, max: 8_760 },
      problems,
    ),
    indexNow: readIndexNow(env, problems),
    verificationMarks: readVerificationMarks(env, problems),
    cacheBytes: readNumber(env, 'CACHE_MB', 64, { min: 0, max: 4_096 }, problems) * bytesPerMebibyte,
    minFreeBytes:
      readNumber(env, 'MIN_FREE_MB', 200, { min: 0, max: 1_000_000 }, problems) * bytesPerMebibyte,
    shedOnEventLoopDelay: readChoice(env, 'SHED_ON_LAG', 'true', ['true', 'false'], problems) === 'true',
    passwordHashing: {
      parallel: availableParallelism(),
      queue: readNumber(env, 'PASSWORD_QUEUE', 100, { min: 0, max: 10_000 }, problems),
    },
    needsStaffSecondFactor:
      readChoice(env, 'STAFF_SECOND_FACTOR', 'optional', ['optional', 'required'], problems) === 'required',
    rateLimits: {
      store: readChoice(
        env,
        'RATE_LIMIT_STORE',
        processes > 1 ? 'database' : 'memory',
        ['memory', 'database'],
        problems,
      ),
      factor: readFactor(env, 'RATE_LIMIT_FACTOR', isLocalhost ? localhostRateLimitFactor : 1, problems),
    },
    mail,
    feedbackEmail: readAddress(env, 'FEEDBACK_EMAIL', problems) ?? mail.from,
    ...readSocialLinks(env, isLocalhost, problems),
    offlineReading: readChoice(env, 'OFFLINE_READING', 'true', ['true', 'false'], problems) === 'true',
    quotas: readQuotas(env, problems),
    auditDays: readNumber(env, 'AUDIT_DAYS', 730, { min: 30, max: 3_650 }, problems),
    commentsCloseAfterDays: readNumber(
      env,
      'COMMENTS_CLOSE_AFTER_DAYS',
      0,
      { min: 0, max: closeAfterMaxDays },
      problems,
    ),
    maxImportBytes:
      readNumber(env, 'IMPORT_MAX_MB', 2_048, { min: 1, max: 1_000_000 }, problems) * bytesPerMebibyte,
    statsDays: readNumber(env, 'STATS_DAYS', 400, { min: 90, max: 3_650 }, problems),
    backup: readBackup(env, problems),
    bucketKeys: pickBucketKeys(env),
    s3: readS3(env, problems),
    drainMs: readNumber(env, 'DRAIN_MS', 0, { min: 0, max: 900_000 }, problems),
    isLocalhost,
    currency: readCurrency(env, problems),
    hasSandboxPayments:
      readChoice(env, 'SANDBOX_PAYMENTS', String(isLocalhost), ['true', 'false'], problems) === 'true',
    payments: readPayments(env, problems),
    metrics: readMetrics(env, problems),
    tracing: readTracing(env, problems),
  };
}

function readPublicUrl(env: Env, port: number, problems: string[]): string {
  const value = trimEnd(env.PUBLIC_URL ?? `http://localhost:${port}`, '/');
  if (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && new URL(value).pathname === '/')
    return value;
  problems.push('PUBLIC_URL: must be an http(s) URL without a path, like https://news.example');
  return 'http://localhost';
}

function readDatabase(env: Env, problems: string[]): Config['database'] {
  const url = env.DATABASE_URL;
  if (url === undefined) return { kind: 'embedded' };
  for (const name of ['DATABASE_URL', 'MIGRATION_DATABASE_URL']) {
    const value = env[name];
    if (value !== undefined && !/^postgres(ql)?:\/\//.test(value))
      problems.push(`${name}: must begin with postgresql://`);
  }
  return { kind: 'external', url, migrationUrl: env.MIGRATION_DATABASE_URL ?? url };
}

function readJwtSecret(env: Env, name: string, problems: string[]): string | undefined {
  const secret = env[name];
  if (secret !== undefined && Buffer.byteLength(secret) < jwtSecretMinBytes)
    problems.push(`${name}: must hold at least ${jwtSecretMinBytes} random bytes`);
  return secret;
}

/** The command that replaces the secret of the data folder keeps the previous one there. */
function readPreviousJwtSecret(env: Env, problems: string[]): string | undefined {
  const secret = readJwtSecret(env, 'JWT_SECRET_PREVIOUS', problems);
  if (secret !== undefined && env.JWT_SECRET === undefined)
    problems.push('JWT_SECRET_PREVIOUS: needs JWT_SECRET');
  return secret;
}

/** The embedded database belongs to one process, which therefore has to have both roles. */
function readRole(env: Env, problems: string[]): Config['role'] {
  const role = readChoice(env, 'ROLE', 'both', ['web', 'worker', 'both'], problems);
  if (role !== 'both' && env.DATABASE_URL === undefined)
    problems.push(`ROLE: ${role} needs DATABASE_URL, a database that several processes share`);
  return role;
}

function readMail(env: Env, hostname: string, problems: string[]): Config['mail'] {
  const smtpUrl = env.SMTP_URL;
  if (smtpUrl !== undefined && !(/^smtps?:\/\//.test(smtpUrl) && URL.canParse(smtpUrl)))
    problems.push('SMTP_URL: must be a URL like smtp://user:password@mail.example:587');
  return { smtpUrl, from: readAddress(env, 'MAIL_FROM', problems) ?? `no-reply@${hostname}` };
}

function readSocialLinks(
  env: Env,
  isLocalhost: boolean,
  problems: string[],
): Pick<Config, 'socialLinks' | 'areSocialLinksExamples'> {
  const configured = parseList(env.SOCIAL_LINKS);
  const areExamples = configured === undefined && isLocalhost;
  const links = configured ?? (isLocalhost ? demoSocialLinks : []);
  for (const link of links)
    if (!URL.canParse(link) || new URL(link).protocol !== 'https:')
      problems.push(`SOCIAL_LINKS: ${link} is not a URL like https://t.me/news`);
  return { socialLinks: links, areSocialLinksExamples: areExamples };
}

const parseList = (value: string | undefined): string[] | undefined =>
  value
    ?.split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** An incomplete bucket configuration is an error: pictures must not silently go to the data folder. */
function readS3(env: Env, problems: string[]): S3Settings | undefined {
  const settings = {
    endpoint: env.S3_ENDPOINT ?? '',
    region: env.S3_REGION ?? 'us-east-1',
    bucket: env.S3_BUCKET ?? '',
    accessKeyId: env.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? '',
  };
  const required = {
    S3_ENDPOINT: settings.endpoint,
    S3_BUCKET: settings.bucket,
    S3_ACCESS_KEY_ID: settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
  };
  const missing = Object.entries(required).filter(([, value]) => value === '');
  if (missing.length === Object.keys(required).length) return undefined;
  for (const [name] of missing) problems.push(`${name}: is required to store pictures in an S3 bucket`);
  if (settings.endpoint !== '' && !/^https?:\/\/[^/]/.test(settings.endpoint))
    problems.push('S3_ENDPOINT: must be a URL like https://storage.yandexcloud.net, without the bucket');
  return settings;
}

const pickBucketKeys = (env: Env): Env =>
  Object.fromEntries(Object.entries(env).filter(([name]) => /^(BACKUP_)?S3_/.test(name)));

/** Disabled without a port. A token is required unless the host is a loopback address. */
function readMetrics(env: Env, problems: string[]): MetricsSettings | undefined {
  const host = env.METRICS_HOST ?? '127.0.0.1';
  const token = env.METRICS_TOKEN;
  const port = readNumber(env, 'METRICS_PORT', 0, { min: 1, max: 65_535 }, problems);
  if (!['127.0.0.1', '::1', 'localhost'].includes(host) && token === undefined)
    problems.push('METRICS_TOKEN: is required unless METRICS_HOST is a loopback address');
  return port === 0 ? undefined : { host, port, token };
}

/** The names are those of OpenTelemetry, whose packages also read `OTEL_EXPORTER_OTLP_HEADERS`. */
function readTracing(env: Env, problems: string[]): TracingSettings | undefined {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  const sampleRatio = readFactor(env, 'OTEL_TRACES_SAMPLER_ARG', 1, problems);
  if (sampleRatio > 1) problems.push('OTEL_TRACES_SAMPLER_ARG: must be a number from 0 to 1');
  if (endpoint === undefined) return undefined;
  if (!/^https?:\/\/[^/]/.test(endpoint))
    problems.push('OTEL_EXPORTER_OTLP_ENDPOINT: must be a URL like http://127.0.0.1:4318');
  return { endpoint: trimEnd(endpoint, '/'), serviceName: env.OTEL_SERVICE_NAME ?? 'news-site', sampleRatio };
}

function readTrustProxy(value: string | undefined): boolean | string {
  if (value === undefined || value === 'false') return false;
  return value === 'true' ? true : value;
}

function readOrigins(env: Env, problems: string[]): string[] {
  const origins = parseList(env.ALLOWED_ORIGINS) ?? [];
  for (const origin of origins)
    if (!URL.canParse(origin) || new URL(origin).origin !== origin)
      problems.push(`ALLOWED_ORIGINS: ${origin} is not an origin like https://app.example`);
  return origins;
}

function readCurrency(env: Env, problems: string[]): string {
  const currency = env.CURRENCY ?? 'RUB';
  if (!/^[A-Z]{3}$/.test(currency)) problems.push('CURRENCY: must be three capital letters, like RUB');
  return currency;
}
