import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { cachedQuery, maxCachedShapes } from './compiled-query-cache.ts';
import type { Db } from './database.ts';

type Sent = { text: string; values: readonly unknown[] };

let sent: Sent[];
let db: Db;

beforeEach(() => {
  sent = [];
  db = new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void sent.push({ text: query.sql, values: query.parameters }),
  });
});

type Args = { since: Date; part: { offset: number; ids: number[] }; status?: 'draft'; slugs?: string[] };

function setUp() {
  let buildCount = 0;
  const select = cachedQuery((on, { since, part, status, slugs }: Args) => {
    buildCount += 1;
    let query = on.selectFrom('posts').select('id').where('created_at', '>', since).offset(part.offset);
    if (status) query = query.where('status', '=', status);
    if (slugs) query = query.where(sql<boolean>`slug = any(${slugs})`);
    return query.where(sql<boolean>`id <> all(${part.ids}) and ${1} = ${1} and created_at < ${since}`);
  });
  return { select, buildCount: () => buildCount };
}

it('compiles the statement once and binds the values of each call', async () => {
  const { select, buildCount } = setUp();
  const [first, second] = [new Date(1), new Date(2)];
  await select(db, { since: first, part: { offset: 3, ids: [4, 5] } });
  await select(db, { since: second, part: { offset: 6, ids: [] } });
  expect(buildCount()).toBe(1);
  expect(sent.map(({ values }) => values)).toEqual([
    [first, [4, 5], 1, 1, first, 3],
    [second, [], 1, 1, second, 6],
  ]);
  expect(sent[1]?.text).toBe(sent[0]?.text);
});

it('compiles another statement when a flag or a string differs or a value is absent', async () => {
  const { select, buildCount } = setUp();
  const given = { since: new Date(1), part: { offset: 0, ids: [] } };
  await select(db, given);
  await select(db, { ...given, status: 'draft' });
  await select(db, { ...given, slugs: ['one'] });
  await select(db, { ...given, slugs: ['two', 'three'] });
  await select(db, { ...given, status: 'draft' });
  expect(buildCount()).toBe(3);
  expect(new Set(sent.map(({ text }) => text)).size).toBe(3);
  expect(sent[3]?.values).toContainEqual(['two', 'three']);
});

it.each<[string, (given: { count: number; ids: number[] }) => unknown]>([
  ['calculates with', ({ count }) => count + 1],
  ['compares', ({ count }) => count > 1],
  ['formats', ({ count }) => `${count}`],
  ['reads the length of', ({ ids }) => ids.length],
])('throws when the builder %s a value', async (_, look) => {
  const select = cachedQuery((_db, given: { count: number; ids: number[] }) => {
    look(given);
    return sql`select 1` as RawBuilder<unknown> & { compile(): never };
  });
  await expect(select(db, { count: 1, ids: [2] })).rejects.toThrow('not known');
});

it('evicts the least recently used shapes and caches new ones', async () => {
  const { select, buildCount } = setUp();
  const shapeOf = (count: number) => ({
    since: new Date(1),
    part: Object.fromEntries([
      ['offset', 0],
      ['ids', []],
      [`key${count}`, true],
    ]) as Args['part'],
  });
  for (let count = 0; count < 3 * maxCachedShapes; count += 1) {
    await select(db, shapeOf(count));
    await select(db, shapeOf(0));
  }
  expect(buildCount()).toBe(3 * maxCachedShapes);
  await select(db, shapeOf(3 * maxCachedShapes - 1));
  expect(buildCount()).toBe(3 * maxCachedShapes);
  await select(db, shapeOf(1));
  expect(buildCount()).toBe(3 * maxCachedShapes + 1);
});
