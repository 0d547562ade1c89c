import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const files = globSync('*.ts', { cwd: import.meta.dirname }).map((name) =>
  resolve(import.meta.dirname, name),
);

it('commands define their constants before they run', () => {
  const late = files.flatMap((file) => {
    const [, ...afterStart] = readFileSync(file, 'utf8').split(/^await /m);
    return /^(?:export )?(?:const|let|class) .*/m.exec(afterStart.join('')) ? [file] : [];
  });
  expect(files.length).toBeGreaterThan(20);
  expect(late).toEqual([]);
});
