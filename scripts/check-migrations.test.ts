import { expect, it } from 'vitest';
import { findHistoryProblems, findLockProblems, parseLock } from './check-migrations.ts';
import { findLongLocks } from './find-long-locks.ts';

const file = (name: string, checksum = 'a') => ({ name, checksum, earlierChecksums: [] as string[] });

it('accepts a list with all files in order', () => {
  const lock = parseLock('# comment\n0001-a.sql a\n0002-b.sql a\n');
  expect(findLockProblems(lock, [file('0001-a.sql'), file('0002-b.sql')])).toEqual([]);
});

it('refuses a file numbered below a listed one, even when it is in the list', () => {
  const lock = parseLock('0001-a.sql a\n0003-c.sql a\n');
  const files = [file('0001-a.sql'), file('0002-b.sql'), file('0003-c.sql')];
  expect(findLockProblems(lock, files)).toEqual([expect.stringContaining('0002-b.sql is numbered below')]);
  expect(findLockProblems([...lock, file('0002-b.sql')], files)).toEqual([
    expect.stringContaining('0002-b.sql is listed after 0003-c.sql'),
  ]);
});

it('refuses a missing, an unlisted and a changed file, and accepts one that names the text it replaces', () => {
  const lock = parseLock('0001-a.sql a\n0002-b.sql b\n');
  expect(findLockProblems(lock, [file('0001-a.sql'), file('0003-c.sql')])).toEqual([
    expect.stringContaining('0002-b.sql is listed, but'),
    expect.stringContaining('0003-c.sql is not listed'),
  ]);
  const changed = { ...file('0002-b.sql', 'new'), earlierChecksums: [] as string[] };
  expect(findLockProblems(lock, [file('0001-a.sql'), changed])).toEqual([
    expect.stringContaining('0002-b.sql was changed'),
  ]);
  expect(findLockProblems(lock, [file('0001-a.sql'), { ...changed, earlierChecksums: ['b'] }])).toEqual([]);
});

it('refuses a list in which two branches have put a file before one that had landed', () => {
  const landed = parseLock('0001-a.sql a\n0003-c.sql a\n');
  expect(findHistoryProblems(parseLock('0001-a.sql a\n0003-c.sql a\n0004-d.sql a\n'), landed)).toEqual([]);
  expect(findHistoryProblems(parseLock('0001-a.sql a\n0002-b.sql a\n0003-c.sql a\n'), landed)).toHaveLength(
    1,
  );
});

const locksIn = (sql: string, concurrentStatements?: string[]) =>
  findLongLocks([{ name: '0999-new.sql', sql, concurrentStatements }], '/').map(
    (problem) => problem.split(/: | changes/)[0],
  );

it('finds statements that lock an existing table, and none on a table of the same file', () => {
  expect(
    locksIn(`create table fresh (id bigint primary key, a text);
create index fresh_a on fresh (a);
update fresh set a = '';
create index posts_a on posts (a);
alter table posts alter column a type varchar;
-- A comment;
update posts
  set a = '';
create function f() returns trigger language plpgsql as $$ begin
  update posts set a = '';
end $$;`),
  ).toEqual([
    '0999-new.sql:4 require-concurrent-index-creation',
    '0999-new.sql:5 changing-column-type',
    '0999-new.sql:7',
  ]);
});

it('accepts a marked statement and a concurrent index outside a transaction', () => {
  expect(
    locksIn(`-- lock accepted: a plan is changed by hand, and there are few.
update plans set name = '';
-- squawk-ignore changing-column-type
alter table plans alter column name type varchar;`),
  ).toEqual([]);
  const index = 'drop index concurrently if exists a;\ncreate index concurrently a on posts (a);';
  expect(locksIn(index, [index])).toEqual([]);
});
