import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { textOf } from './index.ts';
import { schemaMessage } from './schema-messages.ts';

it('has a text for every message that a schema of the contract or of a form names', () => {
  const patterns = ['contract/*.ts', 'web/features/**/*-schemas.ts'];
  const sources = globSync(patterns, { exclude: ['contract/example-values.ts', 'contract/**/*.test.ts'] });
  // `key: '…'` declares an error of a handler; all other keys stand in schemas.
  const keys = sources.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?<!key: )'([a-z]+\.[a-z]+)'/gi)].map(([, key = '']) => key),
  );
  expect(keys.length).toBeGreaterThan(20);
  for (const key of keys) expect([key, schemaMessage(key)]).toEqual([key, textOf(key)]);
});
