import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { withoutIntervals } from '#tests/support/without-intervals.ts';

let app: TestApp;
let now = new Date('2026-03-01T09:00:00Z');
const dayMs = 24 * 3_600_000;
const advanceDays = (days: number) => {
  now = new Date(now.getTime() + days * dayMs);
};
withoutIntervals();
beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => now } });
});
beforeEach(() => advanceDays(1));
afterAll(() => app.stop());

const sweep = () => app.runJob('accounts.sweep');
const refresh = async (token: string) => {
  const { status, body } = await app.call('refreshToken', { body: { refresh: token } });
  return { status, next: body.refresh as string };
};
const countRows = async (accountId: number) => {
  const { rows } = await sql<{ sessions: number; tokens: number }>`
    select count(distinct f.id)::int as sessions, count(t.id)::int as tokens
    from session_families f left join refresh_tokens t on t.family_id = f.id
    where f.account_id = ${accountId}`.execute(app.db);
  return rows[0];
};

describe('the nightly cleanup of sessions', () => {
  it('deletes refresh tokens one day after expiry and sessions 38 days after login', async () => {
    const { user } = await app.createUser();
    advanceDays(7.9);
    await sweep();
    expect(await countRows(user.id)).toEqual({ sessions: 1, tokens: 1 });
    advanceDays(0.2);
    await sweep();
    expect(await countRows(user.id)).toEqual({ sessions: 1, tokens: 0 });
    advanceDays(29.8);
    await sweep();
    expect(await countRows(user.id)).toEqual({ sessions: 1, tokens: 0 });
    advanceDays(0.2);
    await sweep();
    expect(await countRows(user.id)).toEqual({ sessions: 0, tokens: 0 });
  });

  it('keeps an active session and still detects the reuse of one of its tokens', async () => {
    const { user, refresh: first } = await app.createUser();
    let token = first;
    for (let week = 0; week < 4; week += 1) {
      advanceDays(6);
      token = (await refresh(token)).next;
      await sweep();
    }
    // The tokens of the first weeks are deleted: an old copy is refused, and the session stays open.
    expect((await refresh(first)).status).toBe(401);
    const stolen = token;
    token = (await refresh(token)).next;
    advanceDays(1);
    token = (await refresh(token)).next;
    await sweep();
    advanceDays(1);
    expect((await refresh(token)).status).toBe(200);
    advanceDays(1);
    // An older token that has not expired ends the session, for the thief and for the owner.
    expect((await refresh(stolen)).status).toBe(401);
    expect((await refresh(token)).status).toBe(401);
    expect(await countRows(user.id)).toMatchObject({ sessions: 1 });
  });

  it('deletes revoked sessions at the same time as the others', async () => {
    const { user, ...session } = await app.createUser();
    await app.call('logout', { as: { user, ...session }, body: {} });
    advanceDays(8.1);
    await sweep();
    expect(await countRows(user.id)).toEqual({ sessions: 1, tokens: 0 });
    expect((await refresh(session.refresh)).status).toBe(401);
  });

  it('deletes in statements of at most a thousand rows', async () => {
    const { user } = await app.createUser();
    const expired = new Date(now.getTime() - 100 * dayMs);
    await sql`
      with family as (
        insert into session_families (id, account_id, head_id, head_confirmed_at, created_at, expires_at)
        select gen_random_uuid(), ${user.id}, ${randomUUID()}, ${expired}, ${expired}, ${expired}
        from generate_series(1, 2500) returning id)
      insert into refresh_tokens (id, hash, family_id, issued_at, expires_at)
      select gen_random_uuid(), decode(md5(id::text), 'hex'), id, ${expired}, ${expired} from family`.execute(
      app.db,
    );
    const statements = await app.recordQueries(sweep);
    expect(await countRows(user.id)).toEqual({ sessions: 1, tokens: 1 });
    for (const table of ['refresh_tokens', 'session_families'])
      expect(statements.filter(({ text }) => text.includes(`delete from "${table}"`)).length).toBe(3);
  });
});

it('limits the logins of one account in an hour', async () => {
  const strict = await createTestApp({ clock: { now: () => now }, env: { RATE_LIMIT_FACTOR: '0.1' } });
  try {
    const { user, password } = await strict.createUser();
    const statuses = [];
    for (let login = 0; login < 14; login += 1)
      statuses.push((await strict.call('login', { body: { email: user.email, password } })).status);
    expect(statuses).toEqual([...Array(12).fill(200), 429, 429]);
  } finally {
    await strict.stop();
  }
});

it('deletes dead webhook events and unsent feedback after thirty days', async () => {
  const at = new Date(now.getTime() - 31 * dayMs);
  const event = { provider: 'stripe', type: 'x', payload: '{}', next_try_at: at, dead_at: at };
  await app.db
    .insertInto('webhook_events')
    .values([
      { ...event, event_key: 'old', received_at: at },
      { ...event, event_key: 'new', received_at: at, dead_at: now },
    ])
    .execute();
  const feedback = { name: 'Вера', email: 'vera@example.com', kind: 'question', message: 'Где?' };
  await app.db
    .insertInto('feedback')
    .values([
      { ...feedback, id: randomUUID(), created_at: at },
      { ...feedback, id: randomUUID(), created_at: now },
    ])
    .execute();
  await app.runJob('payments.delete-old-events');
  await app.runJob('site.sweep');
  const events = await app.db.selectFrom('webhook_events').select('event_key').execute();
  expect(events).toEqual([{ event_key: 'new' }]);
  expect(await app.db.selectFrom('feedback').select('created_at').execute()).toEqual([{ created_at: now }]);
});
