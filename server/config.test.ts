import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigError, listSetSecrets, loadConfig } from './config.ts';

const folder = mkdtempSync(join(tmpdir(), 'news-site-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

const problemsOf = (env: Record<string, string>): string[] => {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message.split('\n');
  }
};

describe('loadConfig', () => {
  it('uses defaults when the environment is empty', () => {
    expect(loadConfig({})).toMatchObject({
      publicUrl: 'http://localhost:8000',
      port: 8000,
      isLocalhost: true,
      database: { kind: 'embedded' },
    });
  });

  it('lets browsers save articles unless the operator forbids it', () => {
    expect(loadConfig({}).offlineReading).toBe(true);
    expect(loadConfig({ OFFLINE_READING: 'false' }).offlineReading).toBe(false);
    expect(problemsOf({ OFFLINE_READING: 'no' })).toEqual([expect.stringContaining('OFFLINE_READING')]);
  });

  it('traces only for a collector, with a share from 0 to 1', () => {
    expect(loadConfig({}).tracing).toBeUndefined();
    expect(loadConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/' }).tracing).toEqual({
      endpoint: 'http://127.0.0.1:4318',
      serviceName: 'news-site',
      sampleRatio: 1,
    });
    expect(problemsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector', OTEL_TRACES_SAMPLER_ARG: '2' })).toEqual([
      'OTEL_TRACES_SAMPLER_ARG: must be a number from 0 to 1',
      'OTEL_EXPORTER_OTLP_ENDPOINT: must be a URL like http://127.0.0.1:4318',
    ]);
  });

  it('reads the identity of the site', () => {
    expect(loadConfig({}).site).toEqual({
      name: 'News Site',
      description: expect.stringContaining('Новости'),
      email: null,
      colors: { mark: null, background: null },
      icon: null,
      securityContact: null,
    });
    const env = {
      SITE_NAME: 'Вести',
      SITE_DESCRIPTION: 'О городе',
      SITE_EMAIL: 'a@b.example',
      SITE_COLOR: '#A31414',
    };
    expect(loadConfig(env).site).toMatchObject({
      name: 'Вести',
      description: 'О городе',
      email: 'a@b.example',
      colors: { mark: '#a31414', background: null },
    });
    expect(problemsOf({ SITE_ICON: 'a.gif', SECURITY_CONTACT: 'me' })).toEqual([
      'SITE_ICON: must be the path of a square .svg or .png file',
      'SECURITY_CONTACT: must be like mailto:security@news.example or https://news.example/security',
    ]);
    expect(problemsOf({ YANDEX_VERIFICATION: '<meta>', INDEXNOW_KEY: 'a/b', INDEXNOW_URL: 'x' })).toEqual([
      'INDEXNOW_URL: must be a URL like https://yandex.com/indexnow',
      'INDEXNOW_KEY: must have 8 to 128 letters, digits or hyphens',
      'YANDEX_VERIFICATION: must be the value of "content" only, without the element around it',
    ]);
    expect(problemsOf({ SITE_ICON: `${folder}/none.svg` })).toEqual([
      expect.stringMatching(/^SITE_ICON: ENOENT/),
    ]);
    expect(problemsOf({ SITE_NAME: 'a\nb', SITE_DESCRIPTION: 'я'.repeat(301), SITE_COLOR: 'red' })).toEqual([
      'SITE_NAME: must be one line of at most 60 characters',
      'SITE_DESCRIPTION: must be one line of at most 300 characters',
      'SITE_COLOR: must be a colour like #a31414',
    ]);
  });

  it('serves metrics only with a port, and requires a token beyond the loopback interface', () => {
    expect(loadConfig({}).metrics).toBeUndefined();
    const alone = { host: '127.0.0.1', port: 9464, token: undefined };
    expect(loadConfig({ METRICS_PORT: '9464' }).metrics).toEqual(alone);
    const open = { METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' };
    expect(problemsOf(open)).toEqual([expect.stringMatching(/^METRICS_TOKEN: /)]);
    expect(problemsOf({ ...open, METRICS_TOKEN: 'secret' })).toEqual([]);
  });

  it('reads the payment settings', () => {
    const { payments } = loadConfig({
      YOOKASSA_SHOP_ID: '1',
      YOOKASSA_SECRET_KEY: 'test_1',
      STRIPE_SECRET_KEY: 'sk_test_1',
      SANDBOX_FAULTS: 'drop, double',
    });
    expect(payments).toMatchObject({
      preferred: 'yookassa',
      second: 'refund',
      sandboxFaults: ['double', 'drop'],
    });
    expect(payments.providers.get('yookassa')).toMatchObject({ missing: [], create: expect.any(Function) });
    expect(payments.providers.get('stripe')).toMatchObject({
      missing: ['STRIPE_WEBHOOK_SECRET'],
      create: undefined,
    });
    const wrong = {
      YOOKASSA_VAT_CODE: '13',
      YOOKASSA_METHOD: 'gold',
      SANDBOX_FAULTS: 'x',
      SECOND_PAYMENT: 'keep',
    };
    expect(
      problemsOf(wrong)
        .map((line) => line.split(':')[0])
        .sort(),
    ).toEqual(Object.keys(wrong).sort());
  });

  it('reports every invalid variable at once, one per line', () => {
    const problems = problemsOf({
      PORT: '99999',
      PUBLIC_URL: 'news.example/path',
      JWT_SECRET: 'short',
      LOG_LEVEL: 'loud',
      CURRENCY: 'roubles',
      SANDBOX_PAYMENTS: 'perhaps',
      DATABASE_URL: 'mysql://x',
      ALLOWED_ORIGINS: 'https://a.example,https://b.example/path',
    });
    expect(problems.map((line) => line.split(':')[0]).sort()).toEqual([
      'ALLOWED_ORIGINS',
      'CURRENCY',
      'DATABASE_URL',
      'JWT_SECRET',
      'LOG_LEVEL',
      'PORT',
      'PUBLIC_URL',
      'SANDBOX_PAYMENTS',
    ]);
    expect(problems.join()).not.toContain('short');
  });

  it('reads secrets from files', () => {
    const file = join(folder, 'secret');
    writeFileSync(file, `${'s'.repeat(40)}\n`);
    expect(loadConfig({ JWT_SECRET_FILE: file }).jwtSecret).toBe('s'.repeat(40));
    expect(problemsOf({ JWT_SECRET_FILE: join(folder, 'missing') })[0]).toMatch(/^JWT_SECRET_FILE: ENOENT/);
  });

  it('accepts a second secret for tokens, while the first is set', () => {
    const secrets = { JWT_SECRET: 'a'.repeat(40), JWT_SECRET_PREVIOUS: 'b'.repeat(40) };
    expect(loadConfig(secrets).previousJwtSecret).toBe(secrets.JWT_SECRET_PREVIOUS);
    expect(problemsOf({ JWT_SECRET_PREVIOUS: 'short' })).toEqual([
      'JWT_SECRET_PREVIOUS: must hold at least 32 random bytes',
      'JWT_SECRET_PREVIOUS: needs JWT_SECRET',
    ]);
    expect(listSetSecrets({ JWT_SECRET_FILE: '/a', METRICS_TOKEN: ' ', SMTP_URL: 'smtp://a' })).toEqual([
      'JWT_SECRET',
      'SMTP_URL',
    ]);
  });

  it('enables sandbox payments only on localhost by default', () => {
    const isOn = (env: Record<string, string>) => loadConfig(env).hasSandboxPayments;
    expect(isOn({})).toBe(true);
    expect(isOn({ PUBLIC_URL: 'https://news.example' })).toBe(false);
    expect(isOn({ PUBLIC_URL: 'https://news.example', SANDBOX_PAYMENTS: 'true' })).toBe(true);
    expect(isOn({ SANDBOX_PAYMENTS: 'false' })).toBe(false);
  });

  it('multiplies rate limits by 10 on localhost, where all callers share an address', () => {
    expect(loadConfig({}).rateLimits).toEqual({ store: 'memory', factor: 10 });
    expect(loadConfig({ PUBLIC_URL: 'https://news.example' }).rateLimits.factor).toBe(1);
    expect(loadConfig({ RATE_LIMIT_FACTOR: '0.5' }).rateLimits.factor).toBe(0.5);
    expect(problemsOf({ RATE_LIMIT_FACTOR: 'no', RATE_LIMIT_STORE: 'redis' })).toEqual([
      'RATE_LIMIT_STORE: must be one of memory, database',
      'RATE_LIMIT_FACTOR: must be a number like 1 or 0.5, not "no"',
    ]);
  });

  it('stores rate limits in the database by default when there are several processes', () => {
    expect(loadConfig({})).toMatchObject({ processes: 1, rateLimits: { store: 'memory' } });
    expect(loadConfig({ WEB_CONCURRENCY: '4' })).toMatchObject({
      processes: 4,
      rateLimits: { store: 'database' },
    });
    expect(problemsOf({ WEB_CONCURRENCY: '0', CACHE_MB: 'many' })).toHaveLength(2);
  });

  it('reads whose posts may lead the front page', () => {
    expect(loadConfig({}).leadRule).toEqual({ minAccountAgeHours: 24, minEarlierPosts: 1 });
    expect(loadConfig({ LEAD_ACCOUNT_HOURS: '0', LEAD_EARLIER_POSTS: '3' }).leadRule).toEqual({
      minAccountAgeHours: 0,
      minEarlierPosts: 3,
    });
    expect(problemsOf({ LEAD_ACCOUNT_HOURS: '-1', LEAD_EARLIER_POSTS: 'none' })).toHaveLength(2);
  });

  it('accepts the roles web and worker only with DATABASE_URL', () => {
    expect(problemsOf({ ROLE: 'worker' })[0]).toMatch(/^ROLE: worker needs DATABASE_URL/);
    expect(loadConfig({ ROLE: 'web', DATABASE_URL: 'postgresql://x' }).role).toBe('web');
  });

  it('derives the sender of mail from the host name of the site', () => {
    expect(loadConfig({ PUBLIC_URL: 'https://news.example' }).mail).toEqual({
      smtpUrl: undefined,
      from: 'no-reply@news.example',
    });
    const problems = problemsOf({ SMTP_URL: 'https://mail.example', MAIL_FROM: 'a@b.ru\r\nBcc: c@d.ru' });
    expect(problems.map((line) => line.split(':')[0])).toEqual(['SMTP_URL', 'MAIL_FROM']);
  });

  it('sends feedback messages to MAIL_FROM unless FEEDBACK_EMAIL is set', () => {
    expect(loadConfig({ MAIL_FROM: 'news@news.example' }).feedbackEmail).toBe('news@news.example');
    expect(loadConfig({ FEEDBACK_EMAIL: 'editors@news.example' }).feedbackEmail).toBe('editors@news.example');
    expect(problemsOf({ FEEDBACK_EMAIL: 'editors' })[0]).toMatch(/^FEEDBACK_EMAIL: /);
  });

  it('uses the configured social links, and examples only on localhost', () => {
    expect(loadConfig({ SOCIAL_LINKS: 'https://t.me/news, https://vk.com/news' }).socialLinks).toEqual([
      'https://t.me/news',
      'https://vk.com/news',
    ]);
    expect(loadConfig({}).socialLinks).toHaveLength(3);
    expect(loadConfig({}).areSocialLinksExamples).toBe(true);
    expect(loadConfig({ SOCIAL_LINKS: 'https://t.me/news' }).areSocialLinksExamples).toBe(false);
    expect(loadConfig({ PUBLIC_URL: 'https://news.example' }).socialLinks).toEqual([]);
    expect(problemsOf({ SOCIAL_LINKS: 'javascript:alert(1)' })[0]).toMatch(/^SOCIAL_LINKS: /);
  });

  it('lets staff work without a second factor unless it is required', () => {
    expect(loadConfig({}).needsStaffSecondFactor).toBe(false);
    expect(loadConfig({ STAFF_SECOND_FACTOR: 'required' }).needsStaffSecondFactor).toBe(true);
    expect(problemsOf({ STAFF_SECOND_FACTOR: 'yes' })[0]).toMatch(/^STAFF_SECOND_FACTOR: /);
  });

  it('stores statistics for 400 days by default, and for at least the longest period that they show', () => {
    expect(loadConfig({}).commentsCloseAfterDays).toBe(0);
    expect(loadConfig({ COMMENTS_CLOSE_AFTER_DAYS: '30' }).commentsCloseAfterDays).toBe(30);
    expect(problemsOf({ COMMENTS_CLOSE_AFTER_DAYS: '-1' })).toHaveLength(1);
    expect(loadConfig({}).maxImportBytes).toBe(2_048 * 1024 * 1024);
    expect(loadConfig({ IMPORT_MAX_MB: '10' }).maxImportBytes).toBe(10 * 1024 * 1024);
    expect(loadConfig({}).auditDays).toBe(730);
    expect(problemsOf({ AUDIT_DAYS: '29' })).toHaveLength(1);
    expect(loadConfig({}).statsDays).toBe(400);
    expect(loadConfig({ STATS_DAYS: '90' }).statsDays).toBe(90);
    expect(problemsOf({ STATS_DAYS: '89' })).toHaveLength(1);
  });

  it('stores pictures in a bucket only when all its settings are present', () => {
    expect(loadConfig({}).s3).toBeUndefined();
    const whole = {
      S3_ENDPOINT: 'https://s3.example',
      S3_BUCKET: 'pictures',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
    };
    expect(loadConfig(whole).s3).toMatchObject({ bucket: 'pictures', region: 'us-east-1' });
    const half = problemsOf({
      S3_ENDPOINT: 'ftp://s3.example',
      S3_BUCKET: 'pictures',
      S3_ACCESS_KEY_ID: 'key',
    });
    expect(half.map((line) => line.split(':')[0])).toEqual(['S3_SECRET_ACCESS_KEY', 'S3_ENDPOINT']);
  });

  it('recognises localhost only over http', () => {
    expect(loadConfig({ PUBLIC_URL: 'http://127.0.0.1:9000/' })).toMatchObject({
      publicUrl: 'http://127.0.0.1:9000',
      isLocalhost: true,
    });
    expect(loadConfig({ PUBLIC_URL: 'http://localhost.example' }).isLocalhost).toBe(false);
    expect(loadConfig({ PUBLIC_URL: 'https://localhost' }).isLocalhost).toBe(false);
  });
});
