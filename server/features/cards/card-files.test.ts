import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createCardFiles } from './card-files.ts';

let folder: string;
const log = { warn: vi.fn() };
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'news-site-cards-'));
  log.warn.mockClear();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const jpeg = (text: string) => Buffer.from([0xff, 0xd8, ...Buffer.from(text), 0xff, 0xd9]);

it('keep a limited number of files, the most recently used ones', async () => {
  const files = createCardFiles({ folder, log, maxFiles: 40 });
  writeFileSync(join(folder, 'left.tmp'), 'a process was killed');
  await files.put('popular', jpeg('popular'));
  for (const name of ['left.tmp', 'popular.jpg']) utimesSync(join(folder, name), 1_000, 1_000);
  expect(await files.get('popular')).toEqual(jpeg('popular'));
  for (let index = 0; index < 200; index += 1) {
    await files.put(`card-${index}`, jpeg(`card ${index}`));
    utimesSync(join(folder, `card-${index}.jpg`), 2_000 + index, 2_000 + index);
    expect(readdirSync(folder).length).toBeLessThanOrEqual(42);
  }
  expect(await files.get('popular')).toEqual(jpeg('popular'));
  expect(await files.get('card-199')).toEqual(jpeg('card 199'));
  expect(await files.get('card-0')).toBeUndefined();
  expect(readdirSync(folder)).not.toContain('left.tmp');
});

it('leave out a file that is not complete, and replace it', async () => {
  const files = createCardFiles({ folder, log });
  for (const broken of ['', jpeg('cut').subarray(0, 4)]) {
    writeFileSync(join(folder, 'card.jpg'), broken);
    expect(await files.get('card')).toBeUndefined();
  }
  await files.put('card', jpeg('whole'));
  expect(await files.get('card')).toEqual(jpeg('whole'));
});

it('go on without a folder that can be written', async () => {
  const path = join(folder, 'a file');
  writeFileSync(path, '');
  const files = createCardFiles({ folder: join(path, 'cards'), log });
  await files.put('card', jpeg('card'));
  expect(await files.get('card')).toBeUndefined();
  expect(log.warn).toHaveBeenCalled();
  expect([statSync(path).size, readFileSync(path, 'utf8')]).toEqual([0, '']);
});
