import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadOrCreateSecret, SecretError } from './crypto.ts';
import { readPreviousSecret, rotateSecret } from './site-secret.ts';

const now = new Date('2026-11-23T12:00:00Z');
const later = new Date('2026-11-24T12:00:00Z');
let folder: string;
let path: string;
let first: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'news-site-rotation-'));
  path = join(folder, 'jwt');
  first = await loadOrCreateSecret(path);
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('rotateSecret', () => {
  it('replaces the secret and keeps the previous one for its grace period', async () => {
    await rotateSecret(path, { acceptedUntil: later });
    const second = await loadOrCreateSecret(path);
    expect(second).not.toBe(first);
    expect(await readPreviousSecret(path, now)).toEqual({ secret: first, acceptedUntil: later });
    expect(await readPreviousSecret(path, later)).toBeUndefined();
    expect(readdirSync(folder).sort()).toEqual(['jwt', 'jwt.previous']);
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  });

  it('forgets every earlier secret when it was leaked', async () => {
    await rotateSecret(path, { acceptedUntil: later });
    await rotateSecret(path, { acceptedUntil: undefined });
    expect(await readPreviousSecret(path, now)).toBeUndefined();
    expect(readdirSync(folder)).toEqual(['jwt']);
    expect(readFileSync(path, 'utf8')).not.toContain(first);
  });

  it('does not replace a damaged secret, and accepts no damaged previous one', async () => {
    writeFileSync(`${path}.previous`, `short\n${later.toISOString()}\n`);
    await expect(readPreviousSecret(path, now)).rejects.toThrow(SecretError);
    writeFileSync(`${path}.previous`, `${first}\nsometime\n`);
    expect(await readPreviousSecret(path, now)).toBeUndefined();
    writeFileSync(path, 'short');
    await expect(rotateSecret(path, { acceptedUntil: later })).rejects.toThrow(SecretError);
    expect(readFileSync(path, 'utf8')).toBe('short');
  });
});
