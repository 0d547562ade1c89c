import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadOrCreateSecret, SecretError } from './crypto.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'news-site-secret-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('loadOrCreateSecret', () => {
  it('creates one secret for concurrent callers, readable by its owner only', async () => {
    const path = join(folder, 'secrets', 'jwt');
    const secrets = await Promise.all(Array.from({ length: 10 }, () => loadOrCreateSecret(path)));
    expect(new Set(secrets).size).toBe(1);
    expect(secrets[0]?.length).toBeGreaterThanOrEqual(32);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(folder, 'secrets'))).toEqual(['jwt']);
  });

  it.each(['', 'x', 'short'])('rejects a truncated secret «%s» and names the file', async (content) => {
    const path = join(folder, 'jwt');
    writeFileSync(path, content);
    await expect(loadOrCreateSecret(path)).rejects.toThrow(SecretError);
    await expect(loadOrCreateSecret(path)).rejects.toThrow(path);
  });
});
