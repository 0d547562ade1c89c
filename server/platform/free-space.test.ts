import { tmpdir } from 'node:os';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { levelOf, watchFreeSpace } from './free-space.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it.each([
  ['room', 200, 'enough', 'enough'],
  ['less than the reserve', 199, 'enough', 'low'],
  ['half the reserve', 100, 'enough', 'low'],
  ['less than half of it', 99, 'low', 'none'],
  ['hardly more than the reserve after too little', 219, 'low', 'low'],
  ['clearly more than the reserve after too little', 220, 'none', 'enough'],
] as const)('%s: %i of 200 bytes after %s is %s', (_what, bytes, previous, level) => {
  expect(levelOf(bytes, 200, previous)).toBe(level);
});

it('notices a disk that fills up and is emptied again, and reports each change once', async () => {
  let bytes = 1_000;
  const lines: string[] = [];
  const note = (_details: object, line: string) => void lines.push(line);
  const space = watchFreeSpace({
    folder: tmpdir(),
    // Any disk has room for one byte, so the first measurement, which is real, finds enough.
    minBytes: 1,
    log: { error: note, warn: note } as never,
    measure: async () => bytes,
  });
  try {
    bytes = 0;
    await vi.advanceTimersByTimeAsync(3_000);
    expect(space.level()).toBe('none');
    bytes = 1_000;
    await vi.advanceTimersByTimeAsync(3_000);
    expect(space.level()).toBe('enough');
    expect(lines).toEqual([
      'the disk is almost full: writes are refused until there is room',
      'the disk has room again: writes are accepted',
    ]);
  } finally {
    space.stop();
  }
});

it('notices a disk that becomes read-only', async () => {
  const lines: string[] = [];
  const note = (_details: object, line: string) => void lines.push(line);
  let code: string | undefined = 'EROFS';
  const measure = async () => {
    if (code) throw Object.assign(new Error('failed'), { code });
    return 1_000;
  };
  const log = { error: note, warn: note };
  const space = watchFreeSpace({ folder: tmpdir(), minBytes: 1, log: log as never, measure });
  await vi.advanceTimersByTimeAsync(2_000);
  const levels = [space.level()];
  code = undefined;
  await vi.advanceTimersByTimeAsync(1_000);
  levels.push(space.level());
  space.stop();
  expect(levels).toEqual(['read-only', 'enough']);
  expect(lines[0]).toContain('the disk is read-only');
  expect(lines).toHaveLength(2);
});

it('keeps the last level while the disk cannot be measured', async () => {
  let isBroken = false;
  const measure = async () => {
    if (isBroken) throw new Error('EIO');
    return 0;
  };
  const log = { error: () => undefined, warn: () => undefined };
  const space = watchFreeSpace({ folder: tmpdir(), minBytes: 1, log: log as never, measure });
  await vi.advanceTimersByTimeAsync(1_000);
  isBroken = true;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(space.level()).toBe('none');
  space.stop();
});
