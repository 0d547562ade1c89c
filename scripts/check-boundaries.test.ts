import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkBoundaries } from './check-boundaries.ts';

const root = resolve(import.meta.dirname, '..');
let copy: string;

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'news-site-boundaries-'));
  for (const name of [
    'contract',
    'locales',
    'server',
    'web',
    'scripts',
    'bench',
    'package.json',
    'tsconfig.json',
    '.dependency-cruiser.mjs',
  ])
    cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const forbiddenImports = [
  ['server/platform/stray.ts', '#server/features/posts/index.ts', 'platform-imports-no-feature'],
  ['server/features/posts/stray.ts', '#server/features/comments/index.ts', 'slice-order-posts'],
  ['server/features/comments/stray.ts', '#server/features/posts/post-store.ts', 'slice-public-api-only'],
  ['server/features/new/stray.ts', '#server/features/new/index.ts', 'slice-has-an-order'],
  ['contract/stray.ts', '#locales/index.ts', 'contract-imports-nothing'],
  ['web/ui/stray.ts', '#web/api/client.ts', 'ui-imports-no-api'],
  ['web/forms/stray.ts', '#web/features/posts/pin-post.ts', 'web-shared-imports-no-feature'],
  ['web/pages/stray.ts', '#server/config.ts', 'web-imports-no-server'],
] as const;

it('reports every forbidden import with the allowed alternative and the number of modules read', () => {
  mkdirSync(join(copy, 'server/features/new'));
  writeFileSync(join(copy, 'server/features/new/index.ts'), '');
  for (const [path, imported] of forbiddenImports) writeFileSync(join(copy, path), `import '${imported}';`);
  const { ok, report } = checkBoundaries(copy);
  expect(ok).toBe(false);
  for (const [path, imported, rule] of forbiddenImports)
    expect(report).toMatch(new RegExp(`${path} → ${imported.slice(1)}\\n {2}${rule}: \\w`));
  expect(report).toMatch(/boundaries: \d{3,} modules read/);
});
