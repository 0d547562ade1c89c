import { describe, expect, it } from 'vitest';
import { findBareNode, findDeadReferences, type Targets } from './check-references.ts';

const files = [
  'server/platform/money.test.ts',
  'server/platform/money.ts',
  'docs/security.md',
  'docs/decisions/0005-tokens.md',
  'package.json',
];
const targets: Targets = {
  files: new Set(files),
  decisions: new Set([5]),
  migrations: new Set(['0100']),
  commands: new Set(['check']),
  testNamesIn: () => ['rounds kopecks'],
  pathExists: (path) => files.some((file) => file === path || file.startsWith(`${path}/`)),
};
const find = (text: string, path = 'docs/security.md') =>
  findDeadReferences(path, [{ text, line: 3 }], targets);

describe('findDeadReferences', () => {
  it.each([
    'see `server/platform/money.ts`, `platform/money.ts` and money.ts',
    'see docs/decisions/0005, decision 5 and Decisions 5 and 5',
    'the folder `server/platform/` holds it',
    '[the decision](decisions/0005-tokens.md) and [a section](#clocks) and [a page](https://example.org/a.md)',
    'migration 0100, then `npm run check`',
    'names such as `NNNN-name.sql`, `<noun>.ts` and `*.test.ts`',
    '`server/platform/money.test.ts` "rounds kopecks"',
    'RFC 9700, section 4.14.2; PostgreSQL 15',
  ])('accepts «%s»', (text) => expect(find(text)).toEqual([]));

  it.each([
    ['see `server/platform/cash.ts`', 'server/platform/cash.ts'],
    ['see cash.ts', 'cash.ts'],
    ['the folder `server/gone/`', 'server/gone/'],
    ['[a page](gone.md)', 'gone.md'],
    ['see docs/decisions/0006', 'docs/decisions/0006'],
    ['decisions 5 and 7', 'decision 7'],
    ['migration 0007', 'migration 0007'],
    ['`server/platform/money.test.ts` "gone"', '`server/platform/money.test.ts` "gone"'],
    ['run `npm run gone`', 'npm run gone'],
    ['lists are exact up to 10,000 (contract decision 19)', 'contract decision 1'],
    ['see trust C2', 'trust C2'],
    ['the catalogue (specification 8)', 'specification 8'],
  ])('reports «%s» with its line', (text, found) =>
    expect(find(text)[0]).toContain(`docs/security.md:3 ${found}`),
  );
});

it.each([
  ['run `node scripts/check-migrations.ts --write`', 1],
  ['`npx node scripts/check-migrations.ts`, `node_modules/.bin/node scripts/check-start.ts`', 0],
  ['in a container, run `node scripts/start.ts`', 0],
])('of commands for another Node.js «%s» has %i', (text, count) =>
  expect(findBareNode('README.md', [{ text, line: 1 }])).toHaveLength(count),
);
