import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLog } from '#server/platform/log.ts';
import { enableTotp } from '#tests/support/second-factors.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

/** Secrets that must not occur in any log line, even at the trace level, nor in any table. */
const canaries = new Set<string>();
let app: TestApp;
const now = new Date();
const lines: string[] = [];

beforeAll(async () => {
  const log = createLog('trace', { write: (line) => void lines.push(line) });
  app = await createTestApp({ clock: { now: () => now }, log: log as FastifyBaseLogger });
});
afterAll(() => app.stop());

const addCanary = (secret: string): string => {
  expect(secret.length).toBeGreaterThan(10);
  canaries.add(secret);
  return secret;
};

async function dump(): Promise<string> {
  const tables = await sql<{ name: string }>`
    select c.oid::regclass::text as name from pg_class c
     where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)`.execute(
    app.db,
  );
  const contents = await Promise.all(
    tables.rows.map(({ name }) =>
      sql<{ text: string | null }>`select string_agg(t::text, ' ') as text from ${sql.raw(name)} t`.execute(
        app.db,
      ),
    ),
  );
  return contents.map(({ rows }) => rows[0]?.text ?? '').join('\n');
}

/** The tokens of all mails, by the page that their links open. */
function extractEmailTokens(): Record<string, string> {
  const links = app.mails.flatMap(({ body }) => {
    const [, path = '', token] = /([\w-]+)#token=([\w-]+)"/.exec(body.markup) ?? [];
    return token === undefined ? [] : [[path, addCanary(token)] as const];
  });
  return Object.fromEntries(links);
}

it('writes no password and no token to logs or tables in any operation of an account', async () => {
  const password = addCanary('Канарейка-password-1');
  const identity = { username: 'canary', email: 'canary@example.com' };
  const remember = ({ access, refresh }: { access: string; refresh: string }) => [
    addCanary(access),
    addCanary(refresh),
  ];
  const registered = await app.call('register', { body: { ...identity, password } });
  remember(registered.body);
  const as = { ...registered.body, password };
  const loggedIn = await app.call('login', { body: { email: identity.email, password } });
  const [, refresh] = remember(loggedIn.body);
  remember((await app.call('refreshToken', { body: { refresh } })).body);
  await app.call('login', {
    body: { email: identity.email, password: addCanary('Wrong-canary-password-2') },
  });
  await app.call('refreshToken', { body: { refresh: addCanary('canary-that-is-no-token') } });
  await app.call('getProfile', { headers: { authorization: `Bearer ${addCanary('canary-bearer-token')}` } });
  const changed = { old_password: password, new_password: addCanary('Канарейка-password-3') };
  expect((await app.call('changePassword', { as, body: changed })).status).toBe(200);
  const { secret, codes } = await enableTotp({ app, as, at: now });
  addCanary(secret);
  for (const code of codes) addCanary(code);
  const coded = { email: identity.email, password: changed.new_password, second_factor_code: codes[0] };
  expect((await app.call('login', { body: coded })).status).toBe(200);
  await app.call('requestPasswordReset', { body: { email: identity.email } });
  const newEmail = 'canary-new@example.com';
  expect((await app.call('requestEmailChange', { as, body: { email: newEmail } })).status).toBe(200);
  const queued = await dump();
  await app.runJobs();
  const tokens = extractEmailTokens();
  expect(Object.keys(tokens).sort()).toEqual(['change-email', 'password-reset', 'verify-email']);
  await app.call('verifyEmail', { body: { token: tokens['verify-email'] } });
  const body = { token: tokens['password-reset'], new_password: addCanary('Канарейка-password-4') };
  expect((await app.call('confirmPasswordReset', { body })).status).toBe(200);

  const everything = `${lines.join('')}\n${queued}\n${await dump()}`;
  expect(everything).toContain('canary');
  expect(lines.length).toBeGreaterThan(10);
  expect(canaries.size).toBeGreaterThan(23);
  expect([...canaries].filter((canary) => everything.includes(canary))).toEqual([]);
});
