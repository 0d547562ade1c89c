import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { compatibilityForm } from './compatibility-form.ts';

const longest = 'ﷺ';
const root = resolve(import.meta.dirname, '..');

it('makes plain letters of full-width and decorated ones, however long the text is', () => {
  for (const text of ['ﷺ', 'Ｃａｓｉｎｏ ⓒⓐⓢ', '𝐜𝐚𝐬𝐢𝐧𝐨', 'й ё ﬁ №', '각', 'ᵸ'])
    for (const count of [1, 2_000]) {
      const form = compatibilityForm(text.repeat(count));
      expect(form.startsWith(text === longest ? 'صلى' : text.normalize('NFKD'))).toBe(true);
    }
});

it('makes at most three times as much of a long text', () => {
  expect(compatibilityForm(longest.repeat(195_000))).toHaveLength(3 * 195_000);
});

it('is the only place that computes compatibility forms', () => {
  const files = globSync('{contract,locales,scripts,server,web}/**/*.{ts,tsx}', { cwd: root });
  const calls = files
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .filter((file) =>
      /(?<!posix|path)\.normalize\((?!'NF[CD]'|\))/.test(readFileSync(resolve(root, file), 'utf8')),
    );
  expect(calls).toEqual(['contract/compatibility-form.ts']);
});
