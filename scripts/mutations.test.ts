import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { mutations } from './mutations.ts';

const root = resolve(import.meta.dirname, '..');

it.each(mutations.map((mutation) => [mutation.safeguard, mutation] as const))(
  'finds the replaced snippet exactly once: %s',
  (_, { file, from, testFile }) => {
    expect(readFileSync(resolve(root, file), 'utf8').split(from)).toHaveLength(2);
    expect(existsSync(resolve(root, testFile))).toBe(true);
  },
);
