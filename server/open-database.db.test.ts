import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { patientNodeOptions } from '#tests/support/site-process.ts';
import { loadConfig } from './config.ts';
import {
  type OpenedDatabase,
  type OpenOptions,
  openConfiguredDatabase,
  operatorMessage,
} from './open-database.ts';
import { joinEmbeddedPostgres } from './platform/db/embedded/join-embedded-postgres.ts';
import { silentLog } from './platform/log.ts';

let folder: string;
let dataDir: string;
let owner: OpenedDatabase;

const open = (env: Record<string, string>, options?: OpenOptions) =>
  openConfiguredDatabase(loadConfig(env), silentLog, options);

async function getFailureMessage(opening: Promise<OpenedDatabase>): Promise<string | undefined> {
  const opened = await opening.catch((error: unknown) => error);
  if (opened instanceof Error) return operatorMessage(opened);
  await (opened as OpenedDatabase).close();
  throw new Error('the database opened');
}

const run = (script: string, args: string[], input = '') =>
  spawnSync(process.execPath, [`scripts/${script}.ts`, ...args], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, NODE_OPTIONS: patientNodeOptions },
    encoding: 'utf8',
    input,
  });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'news-site-open-'));
  // PostgreSQL may run as another user than the tests.
  chmodSync(folder, 0o711);
  dataDir = join(folder, 'data');
  owner = await open({ DATA_DIR: dataDir });
});
afterAll(async () => {
  await owner.close();
  rmSync(folder, { recursive: true, force: true });
});

it('starts the embedded server and migrates', async () => {
  expect(owner).toMatchObject({ dataDir, wasRunning: false });
  expect(await owner.db.selectFrom('posts').select('id').execute()).toEqual([]);
});

it('refuses the database of a newer release in one line, joined or not, and installs no job tables there', async () => {
  const admin = new pg.Client({ connectionString: owner.migrationUrl });
  await admin.connect();
  const newer =
    'the database belongs to a newer release: this one does not know the migration 9998-newer.sql;';
  try {
    await admin.query(`insert into schema_migrations values ('9998-newer.sql', 'x');
      alter schema graphile_worker rename to kept`);
    expect(await getFailureMessage(open({ DATA_DIR: dataDir }, { join: true }))).toContain(newer);
    const external = {
      DATABASE_URL: owner.url,
      MIGRATION_DATABASE_URL: owner.migrationUrl,
      DATA_DIR: dataDir,
    };
    expect(await getFailureMessage(open(external))).toContain(newer);
    const { rows } = await admin.query("select to_regnamespace('graphile_worker') as jobs");
    expect(rows).toEqual([{ jobs: null }]);
  } finally {
    await admin.query(`delete from schema_migrations where name = '9998-newer.sql';
      alter schema kept rename to graphile_worker`);
    await admin.end();
  }
});

it('refuses a folder that another site owns, unless asked to join', async () => {
  expect(await getFailureMessage(open({ DATA_DIR: dataDir }))).toContain('another process of the site');
  const joined = await open({ DATA_DIR: dataDir }, { join: true });
  expect(joined).toMatchObject({ wasRunning: true, url: owner.url });
  expect(await joined.db.selectFrom('posts').select('id').execute()).toEqual([]);
  await joined.close();
  await joined.close();
  expect(await owner.db.selectFrom('posts').select('id').execute()).toEqual([]);
});

it('waits for the migrations of the running site instead of running them', async () => {
  const urls = await joinEmbeddedPostgres(dataDir);
  const client = new pg.Client({ connectionString: urls?.migrationUrl });
  // May see the queries of other roles.
  const observer = new pg.Client({ connectionString: urls?.superuserUrl });
  await Promise.all([client.connect(), observer.connect()]);
  const { rows } = await client.query(
    "delete from schema_migrations where name = '0001-accounts.sql' returning *",
  );
  let isJoined = false;
  const applicationName = 'joining';
  const joining = open({ DATA_DIR: dataDir }, { join: true, applicationName }).finally(() => {
    isJoined = true;
  });
  const looks = new Set<string>();
  const look = async () => {
    const { rows } = await observer.query(
      `select query_start::text as at from pg_stat_activity
         where application_name = $1 and query like 'select name from %'`,
      [applicationName],
    );
    for (const { at } of rows) looks.add(at);
    return looks.size;
  };
  await expect.poll(look, { interval: 20 }).toBeGreaterThan(1);
  expect(isJoined).toBe(false);
  await client.query(
    'insert into schema_migrations select * from json_populate_record(null::schema_migrations, $1)',
    [rows[0]],
  );
  await Promise.all([client.end(), observer.end()]);
  await (await joining).close();
});

describe('the message for the operator', () => {
  const secret = 'geheim';

  it('names the server and the reason, never the password', async () => {
    const url = `postgresql://news:${secret}@127.0.0.1:1/news`;
    const message = await getFailureMessage(open({ DATABASE_URL: url, DATA_DIR: folder }));
    expect(message).toContain('DATABASE_URL: the PostgreSQL server at 127.0.0.1:1/news does not respond');
    expect(message).not.toContain(secret);
  });

  it('distinguishes a rejected login from an unreachable server', async () => {
    const url = owner.url.replace(/:[^:@]+@/, `:${secret}@`);
    const message = await getFailureMessage(open({ DATABASE_URL: url, DATA_DIR: folder }));
    expect(message).toMatch(/^DATABASE_URL: .* rejects the connection \(password authentication failed/);
    expect(message).not.toContain(secret);
  });

  it('names a data folder that cannot be written', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const inFile = { DATA_DIR: join(file, 'data') };
    expect(await getFailureMessage(open(inFile))).toContain(
      `the data folder ${inFile.DATA_DIR} cannot be written`,
    );
    const external = { ...inFile, DATABASE_URL: owner.url };
    expect(await getFailureMessage(open(external))).toContain(inFile.DATA_DIR);
  });

  it('is undefined for an internal error', () => {
    expect(operatorMessage(new Error('bug'))).toBeUndefined();
  });
});

describe('commands beside a running site', () => {
  it('import a folder and report skipped files', async () => {
    const blog = mkdtempSync(join(folder, 'blog-'));
    writeFileSync(join(blog, '2026-01-01-odin.md'), '---\ntitle: Один\n---\nТекст');
    writeFileSync(join(blog, '2026-01-02-dva.md'), 'Текст');
    const first = run('import', [blog, '--author', 'nobody-yet']);
    expect(first.status).toBe(1);
    const named = run('import', [blog]);
    expect(named.stdout).toContain('2026-01-01-odin.md:1 — Не указан автор');
    expect(run('create-admin', ['--username', 'boss', '--email', 'boss@example.com']).status).toBe(0);
    const { status, stdout } = run('import', [blog, '--author', 'boss']);
    expect(stdout).toBe(
      'Перенесено: 1\n  2026-01-01-odin.md\nОставлено из-за ошибок: 1\n' +
        '  2026-01-02-dva.md:1 — Нет описания статьи: файл должен начинаться строкой «---» или «+++».\n' +
        'Перенос № 3. Отменить его: npm run import -- --take-back 3\n',
    );
    expect(status).toBe(1);
    rmSync(join(blog, '2026-01-02-dva.md'));
    expect(run('import', [blog])).toMatchObject({ status: 0, stdout: 'Уже были на сайте: 1\n' });
  });

  it.each([
    { args: [], message: 'Так: npm run import', lines: 7 },
    { args: ['a', 'b'], message: 'Так: npm run import', lines: 7 },
    { args: ['/nowhere'], message: 'Папки /nowhere нет', lines: 1 },
  ])('import refuses $args', ({ args, message, lines }) => {
    const { status, stderr } = run('import', args);
    expect(status).toBe(1);
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n')).toHaveLength(lines);
  });
});

describe('reset-second-factor', () => {
  it('removes the factors of an account, but not with --dry-run', async () => {
    run('create-admin', ['--username', 'locked', '--email', 'locked@example.com']);
    const { id } = await owner.db
      .selectFrom('accounts')
      .select('id')
      .where('username', '=', 'locked')
      .executeTakeFirstOrThrow();
    await owner.db
      .insertInto('recovery_codes')
      .values({ account_id: id, hash: Buffer.from('x') })
      .execute();
    const countCodes = async () =>
      (await owner.db.selectFrom('recovery_codes').select('hash').execute()).length;
    const dry = run('reset-second-factor', ['--username', 'locked', '--dry-run']);
    expect(dry).toMatchObject({ status: 0, stdout: expect.stringContaining('«locked» был бы сброшен') });
    expect(await countCodes()).toBe(1);
    expect(run('reset-second-factor', ['--username', 'locked']).status).toBe(0);
    expect(await countCodes()).toBe(0);
    expect(run('reset-second-factor', ['--username', 'nobody']).status).toBe(1);
  });
});

describe('create-admin', () => {
  const getRoles = (username: string) =>
    owner.db
      .selectFrom('accounts')
      .select(['is_staff', 'is_superuser'])
      .where('username', '=', username)
      .executeTakeFirst();
  const all = { is_staff: true, is_superuser: true };

  it('creates an administrator and prints the password once', async () => {
    const { status, stdout } = run('create-admin', ['--username', 'chief', '--email', 'chief@example.com']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^Администратор «chief» .*\nПароль: [\w-]{20}\n/);
    expect(await getRoles('chief')).toEqual(all);
  });

  it('reads the password from standard input and does not print it', async () => {
    const args = ['--username', 'second', '--email', 'second@example.com', '--password-stdin'];
    const { stdout } = run('create-admin', args, 'Long-enough-1\n');
    expect(stdout).toBe('Администратор «second» (second@example.com) создан.\n');
    expect(await getRoles('second')).toEqual(all);
  });

  it('changes nothing with --dry-run', async () => {
    const dry = run('create-admin', ['--username', 'nobody', '--email', 'nobody@example.com', '--dry-run']);
    expect(dry).toMatchObject({
      status: 0,
      stdout: 'Был бы создан администратор «nobody» (nobody@example.com).\n',
    });
    expect(await getRoles('nobody')).toBeUndefined();
    const bad = run('create-admin', ['--username', 'x', '--email', 'x@example.com', '--dry-run']);
    expect([bad.status, bad.stderr]).toEqual([1, expect.stringContaining('минимум 3 символа')]);
  });

  it('promotes an existing account only with --promote', async () => {
    const now = new Date();
    await owner.db
      .insertInto('accounts')
      .values({
        username: 'reader',
        username_key: 'reader',
        email: 'reader@example.com',
        email_key: 'reader@example.com',
        password_hash: 'x',
        created_at: now,
        updated_at: now,
      })
      .execute();
    const refused = run('create-admin', ['--username', 'Reader', '--email', 'other@example.com']);
    expect(refused).toMatchObject({ status: 1, stdout: '' });
    expect(refused.stderr).toContain('--promote');
    expect(run('create-admin', ['--username', 'reader', '--promote', '--dry-run'])).toMatchObject({
      status: 0,
      stdout: 'Учётная запись «reader» получила бы права администратора.\n',
    });
    expect(await getRoles('reader')).toEqual({ is_staff: false, is_superuser: false });
    expect(run('create-admin', ['--username', 'reader', '--promote']).status).toBe(0);
    expect(await getRoles('reader')).toEqual(all);
  });

  it.each([
    [['--username', 'solo'], '', 'Так: npm run create-admin'],
    [['--username', 'x', '--email', 'x@example.com'], '', 'минимум 3 символа'],
    [
      ['--username', 'digits', '--email', 'd@example.com', '--password-stdin'],
      '1234567890',
      'только из цифр',
    ],
    [['--username', 'stranger', '--promote'], '', 'Такой учётной записи нет.'],
  ])('refuses %j', (args, input, message) => {
    const { status, stderr } = run('create-admin', args, input);
    expect(status).toBe(1);
    expect(stderr).toContain(message);
  });
});
