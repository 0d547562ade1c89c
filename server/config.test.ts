import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from './config.ts';

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
  it('starts with nothing', () => {
    expect(loadConfig({})).toMatchObject({
      publicUrl: 'http://localhost:8000',
      port: 8000,
      isLocalhost: true,
      database: { kind: 'embedded' },
    });
  });

  it('names every mistake at once, a line each', () => {
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

  it('plays payments through on localhost only, unless it is told otherwise', () => {
    const isOn = (env: Record<string, string>) => loadConfig(env).hasSandboxPayments;
    expect(isOn({})).toBe(true);
    expect(isOn({ PUBLIC_URL: 'https://news.example' })).toBe(false);
    expect(isOn({ PUBLIC_URL: 'https://news.example', SANDBOX_PAYMENTS: 'true' })).toBe(true);
    expect(isOn({ SANDBOX_PAYMENTS: 'false' })).toBe(false);
  });

  it('knows its own machine', () => {
    expect(loadConfig({ PUBLIC_URL: 'http://127.0.0.1:9000/' })).toMatchObject({
      publicUrl: 'http://127.0.0.1:9000',
      isLocalhost: true,
    });
    expect(loadConfig({ PUBLIC_URL: 'http://localhost.example' }).isLocalhost).toBe(false);
    expect(loadConfig({ PUBLIC_URL: 'https://localhost' }).isLocalhost).toBe(false);
  });
});
