import { closeSync, mkdtempSync, rmSync, statSync, writeSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createServerLog, lastLines } from './server-log.ts';

let folder: string;

beforeEach(() => {
  vi.useFakeTimers();
  folder = mkdtempSync(path.join(os.tmpdir(), 'news-site-log-'));
});

afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

test('rotates a large log while the server keeps writing to it', () => {
  const file = path.join(folder, 'postgres.log');
  const log = createServerLog(file);
  const server = log.open();
  writeSync(server, 'x'.repeat(9 * 1024 * 1024));
  vi.advanceTimersByTime(60_000);
  writeSync(server, 'after\n');
  expect(statSync(`${file}.1`).size).toBe(9 * 1024 * 1024);
  expect(log.since(0)).toBe('after\n');
  log.stop();
  closeSync(server);
});

test('joins the last lines into one line', () => {
  expect(lastLines('1\n2\n3\n4\n5\n6\n')).toBe('2 | 3 | 4 | 5 | 6');
});
