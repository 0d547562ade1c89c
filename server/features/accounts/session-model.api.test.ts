import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { silentLog } from '#server/platform/log.ts';
import { createMemoryStore } from '#server/platform/rate-limits/memory-store.ts';
import { createRateLimits } from '#server/platform/rate-limits/rate-limits.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { createAccessTokens } from './access-token.ts';
import { graceMs, refreshIdleMs, sessionMaxMs } from './session.ts';
import { createSessions, type Sessions } from './session-service.ts';

/**
 * Model-based test of sessions with random sequences of actions: two tabs of the site's client that share a stored token,
 * a client that stores only its first token, a thief with a copy, passing time, and lost responses.
 */
const runs = Number(process.env.MODEL_RUNS ?? 200);
const seed = Number(process.env.MODEL_SEED ?? 20_261_120);
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const commandsPerRun = 25;

let database: TestDatabase;
let sessions: Sessions;
let accountId: number;
let now = new Date('2026-03-01T09:00:00Z');

beforeAll(async () => {
  database = await createTestDatabase();
  const clock = { now: () => now };
  const names = {
    username: 'a',
    username_key: 'a',
    email: 'a@b.ru',
    email_key: 'a@b.ru',
    password_hash: 'x',
  };
  const account = await database.db
    .insertInto('accounts')
    .values(names)
    .returning('id')
    .executeTakeFirstOrThrow();
  accountId = account.id;
  sessions = createSessions({
    db: database.db,
    clock,
    log: silentLog,
    limits: createRateLimits({ store: createMemoryStore(), factor: 0, clock, log: silentLog }),
    accessTokens: createAccessTokens({ secret: 's'.repeat(32), clock }),
    needsStaffSecondFactor: false,
    ports: { onSessionsEnded: async () => undefined },
  });
});
afterAll(() => database.release());

/** The state of the clients and the observed responses; nothing of the rules of the server. */
type World = {
  /** The site's client stores every new token; an older client stores only its first one. */
  storesOnlyFirstToken: boolean;
  victim: Party;
  thief: Party;
  startedAt: number;
  /** The issue time of each token: a token expires a week later. */
  issuedAt: Map<string, number>;
  hasThiefActed: boolean;
  isEnded: boolean;
};
type Party = { token: string | undefined };

/** One refresh: returns the new token, or undefined for 401. An ended session must never respond again. */
async function refresh(world: World, token: string): Promise<string | undefined> {
  const response = await sessions.refresh(token).catch((error: { kind?: string }) => {
    if (error.kind !== 'unauthenticated') throw error;
    return undefined;
  });
  if (!response) return undefined;
  expect(world.isEnded, 'an ended session issued a token').toBe(false);
  const next = response.refresh ?? token;
  if (!world.issuedAt.has(next)) world.issuedAt.set(next, now.getTime());
  return next;
}

const hasEnded = (world: World, token: string, at = now.getTime()): boolean =>
  at - world.startedAt >= sessionMaxMs || at - (world.issuedAt.get(token) ?? 0) >= refreshIdleMs;

/** A refresh of the honest client may only fail when its token has expired or a thief has acted. */
function expectNoHonestLogout(world: World, used: string, next: string | undefined): void {
  if (next !== undefined) return;
  if (!world.hasThiefActed) expect(hasEnded(world, used), 'an honest client was logged out').toBe(true);
  if (!hasEnded(world, used)) world.isEnded = true;
}

async function refreshAsVictim(world: World, isResponseLost: boolean): Promise<void> {
  const { token } = world.victim;
  if (token === undefined) return;
  const next = await refresh(world, token);
  expectNoHonestLogout(world, token, next);
  if (next !== undefined && !isResponseLost && !world.storesOnlyFirstToken) world.victim.token = next;
}

/** Two tabs refresh the same stored token concurrently; the client stores the token of the last response. */
async function refreshInBothTabs(world: World, isFirstStored: boolean): Promise<void> {
  const { token } = world.victim;
  if (token === undefined) return;
  const responses = await Promise.all([refresh(world, token), refresh(world, token)]);
  for (const next of responses) expectNoHonestLogout(world, token, next);
  const stored = responses[isFirstStored ? 0 : 1];
  if (stored !== undefined && !world.storesOnlyFirstToken) world.victim.token = stored;
}

async function refreshAsThief(world: World): Promise<void> {
  const { token } = world.thief;
  if (token === undefined) return;
  world.hasThiefActed = true;
  const next = await refresh(world, token);
  if (next === undefined && !hasEnded(world, token)) world.isEnded = true;
  if (next !== undefined) world.thief.token = next;
}

type Model = Record<string, never>;
const command = (
  name: string,
  run: (world: World) => Promise<void> | void,
): fc.AsyncCommand<Model, World> => ({
  check: () => true,
  run: async (_, world) => run(world),
  toString: () => name,
});

const advanceClock = (name: string, ms: number) =>
  fc.constant(
    command(name, () => {
      now = new Date(now.getTime() + ms);
    }),
  );

const honestCommands = [
  fc.constant(command('tab A or B refreshes', (world) => refreshAsVictim(world, false))),
  fc.constant(command('the response is lost', (world) => refreshAsVictim(world, true))),
  fc.boolean().map((first) => command('both tabs refresh', (world) => refreshInBothTabs(world, first))),
  advanceClock('1 s', 1_000),
  advanceClock('29 s', graceMs - 1_000),
  advanceClock('31 s', graceMs + 1_000),
  advanceClock('16 min', 16 * minuteMs),
  advanceClock('2 h', 120 * minuteMs),
  advanceClock('3 d', 3 * dayMs),
];
const thiefCommands = [
  fc.constant(
    command('the thief copies the token', (world) => {
      world.thief.token = world.victim.token;
    }),
  ),
  fc.constant(command('the thief refreshes', refreshAsThief)),
];

async function createWorld(storesOnlyFirstToken: boolean): Promise<World> {
  const { refresh: token } = await sessions.open(database.db, accountId, 'Firefox, Linux');
  return {
    storesOnlyFirstToken,
    victim: { token },
    thief: { token: undefined },
    startedAt: now.getTime(),
    issuedAt: new Map([[token, now.getTime()]]),
    hasThiefActed: false,
    isEnded: false,
  };
}

function check(
  commands: fc.Arbitrary<fc.AsyncCommand<Model, World>>[],
  epilogue: (world: World) => Promise<void>,
): Promise<void> {
  const property = fc.asyncProperty(
    fc.boolean(),
    fc.commands(commands, { maxCommands: commandsPerRun, size: 'max' }),
    async (storesOnlyFirstToken, sequence) => {
      const real = await createWorld(storesOnlyFirstToken);
      await fc.asyncModelRun(async () => ({ model: {}, real }), sequence);
      await epilogue(real);
    },
  );
  return fc.assert(property, { numRuns: runs, seed });
}

it('never logs out an honest client, with lost responses and concurrent tabs', () =>
  check(honestCommands, async (world) => {
    const { token = '' } = world.victim;
    if (!hasEnded(world, token)) expect(await refresh(world, token)).toBeDefined();
  }));

it('ends the session once thief and victim have both refreshed with their own tokens', async () => {
  let continuedRuns = 0;
  await check([...honestCommands, ...thiefCommands], async (world) => {
    const { victim, thief } = world;
    const nextTenMinutes = now.getTime() + 10 * minuteMs;
    // A party with an expired token does not refresh, so the server cannot detect a second client.
    if ([victim, thief].some(({ token }) => token === undefined || hasEnded(world, token, nextTenMinutes)))
      return;
    continuedRuns += 1;
    // Both refresh in turn outside the grace period, so each gets a token that the other does not have.
    for (let round = 0; round < 4; round += 1) {
      for (const act of [refreshAsThief, (of: World) => refreshAsVictim(of, false)]) {
        now = new Date(now.getTime() + graceMs + 1_000);
        await act(world);
      }
    }
    for (const { token = '' } of [victim, thief])
      expect(await sessions.refresh(token).catch(() => undefined), 'a token still works').toBeUndefined();
  });
  // Ensures that enough of the random sequences reach this check.
  expect(continuedRuns).toBeGreaterThan(runs / 4);
});
