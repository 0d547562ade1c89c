import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Endpoint, requiredPermission } from '#contract/endpoint.ts';
import { endpoints } from '#contract/index.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';
import { bodyOf, type Fields } from './arbitraries.ts';
import { generateAttacks } from './expensive-texts.ts';
import { listTextFields, type TextField } from './text-fields.ts';

/**
 * Expensive texts in every text field of every operation, with valid values in the other fields. None may fail; the
 * long run prints those that take the most CPU time of the main thread, which no test judges. EXPENSIVE_RUNS and FUZZ_SEED set
 * the number of texts and the seed.
 */
const runs = Number(process.env.EXPENSIVE_RUNS ?? 0);
const seed = Number(process.env.FUZZ_SEED ?? 20_261_122);
const attacks = generateAttacks(runs || 200, seed);
const attacksPerField = 1;
/** The longest texts occupy the Markdown workers for seconds. */
const maxTextLength = runs > 0 ? 200_000 : 20_000;
/** The most expensive texts that the long run prints. */
const maxPrinted = 20;
const measured: Array<{ field: string; text: string; length: number; ms: number }> = [];

let app: TestApp;
let users: { user: TestUser; staff: TestUser };
const params: Record<string, string> = { username: 'nobody', key: `new-${'0'.repeat(32)}`, version: '1' };
const ids: Fields = {};

beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: '0' } });
  users = {
    user: await app.createUser(),
    staff: await app.createUser({ isStaff: true, role: 'administrator' }),
  };
  const { id: category } = await app.createCategory();
  const post = await app.createPost(users.user, { category });
  const comment = await app.call('createComment', { as: users.user, body: { post: post.id, content: 'Да' } });
  Object.assign(params, { slug: post.slug, postId: String(post.id), id: String(comment.body.id) });
  Object.assign(ids, { post: post.id, category, parent: null });
});
afterAll(async () => {
  await app.stop();
  // biome-ignore lint/suspicious/noConsole: the table is the result of the long run.
  if (runs > 0) console.table(measured.toSorted((a, b) => b.ms - a.ms).slice(0, maxPrinted));
});

/** Returns a function that sends a text in one field, with valid values in the others. */
function createSender(endpoint: Endpoint, field: TextField) {
  const body = endpoint.body && fc.sample(bodyOf(endpoint, 'valid'), { seed, numRuns: 1 })[0];
  const known = Object.fromEntries(
    Object.entries(ids).filter(([name]) => name in (endpoint.body?.shape ?? {})),
  );
  const caller =
    endpoint.auth === 'ignored' ? undefined : users[requiredPermission(endpoint) ? 'staff' : 'user'];
  // Moderation of the test accounts and posts would break the following calls.
  const target = endpoint.tag === 'moderation' ? { ...params, id: '999999', slug: 'net-takogo' } : params;
  return async (text: string) => {
    const { status } = await app.call(endpoint.id, {
      as: caller,
      params: target,
      ...(field.location === 'query' && { query: { [field.name]: text } }),
      ...(body && { body: { ...body, ...known, ...(field.location === 'body' && { [field.name]: text }) } }),
    });
    expect(status, `${field.name} ${text.slice(0, 40)}`).toBeLessThan(500);
  };
}

describe.each(Object.values<Endpoint>(endpoints).map((endpoint) => [endpoint.id, endpoint] as const))(
  '%s',
  (_id, endpoint) => {
    const fields = listTextFields(endpoint);
    it.skipIf(fields.length === 0)('takes expensive texts in every field', async () => {
      for (const [index, field] of fields.entries()) {
        const selectedAttacks =
          runs > 0 ? attacks : attacks.slice(attacksPerField * index).slice(0, attacksPerField);
        for (const { name, make } of selectedAttacks) {
          const work = createSender(endpoint, field);
          const length = Math.min(field.limit, maxTextLength);
          const before = process.threadCpuUsage();
          await work(make(length));
          const ms = Math.round(process.threadCpuUsage(before).user / 1_000);
          measured.push({ field: `${endpoint.id} ${field.name}`, text: name, length, ms });
        }
      }
    });
  },
);
