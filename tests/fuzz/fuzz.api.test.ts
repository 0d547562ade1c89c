import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/index.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';
import { type Fields, requestsFor, type Sent } from './arbitraries.ts';

/**
 * Generated requests for every operation. No request may cause a 5xx status, a status or body that the contract does not
 * declare (the test app checks this), a message that is not Russian, or access without a required login.
 * FUZZ_RUNS and FUZZ_SEED set the number of requests for each operation and the seed.
 */
const numRuns = Number(process.env.FUZZ_RUNS ?? 40);
const seed = Number(process.env.FUZZ_SEED ?? 20_261_120);

let app: TestApp;
let users: { user: TestUser; staff: TestUser };
const known: string[] = ['1', '2', '3', 'net-takogo', '999999'];

beforeAll(async () => {
  // Without rate limits: a flood from one network and one account would soon get only 429.
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: '0', TRUST_PROXY: 'true' } });
  users = {
    user: await app.createUser(),
    staff: await app.createUser({ isStaff: true, role: 'administrator' }),
  };
  const { id, slug } = await app.createCategory();
  const post = await app.createPost(users.user, { category: id });
  const draft = await app.createPost(users.user, { status: 'draft' });
  await app.call('createComment', { as: users.user, body: { post: post.id, content: 'Первый' } });
  known.push(slug, post.slug, draft.slug, users.user.user.username);
});
afterAll(() => app.stop());

const callers = ['guest', 'user', 'staff', 'stranger'] as const;
/** A logout would invalidate the session of the following requests. */
const callersOf = ({ id }: Endpoint) =>
  id === 'logout' ? callers.filter((caller) => caller === 'guest' || caller === 'stranger') : callers;
const encodings = ['json', 'form', 'multipart'] as const;

function encode(
  body: Fields,
  encoding: (typeof encodings)[number],
): { body: BodyInit; headers: Record<string, string> } {
  const texts = Object.entries(body).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
  ]);
  if (encoding === 'form') return { body: new URLSearchParams(texts as [string, string][]), headers: {} };
  if (encoding === 'json')
    return {
      body: JSON.stringify(body, bigintToText) ?? '{}',
      headers: { 'content-type': 'application/json' },
    };
  const form = new FormData();
  for (const [name, value] of texts) if (name) form.append(name, value ?? '');
  return { body: form, headers: {} };
}

const bigintToText = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);

function authorizationOf(caller: (typeof callers)[number]): Record<string, string> {
  if (caller === 'guest') return {};
  return {
    authorization: `Bearer ${caller === 'stranger' ? 'eyJhbGciOiJub25lIn0.e30.' : users[caller].access}`,
  };
}

async function send(
  endpoint: Endpoint,
  sent: Sent,
  caller: (typeof callers)[number],
  encoding: (typeof encodings)[number],
) {
  const path = endpoint.path.replace(
    /\{(\w+)\}/g,
    (_, name: string) => encodeURIComponent(wellFormed(sent.params[name] ?? '')) || '%20',
  );
  const query = new URLSearchParams(
    Object.entries(sent.query).map(([name, value]) => [name, wellFormed(value ?? '')]),
  );
  const { body, headers } =
    endpoint.method === 'GET' ? { body: undefined, headers: {} } : encode(sent.body, encoding);
  return app.fetch(`${path}?${query}`, {
    method: endpoint.method,
    body,
    headers: { ...headers, ...authorizationOf(caller), 'x-forwarded-for': nextNetwork() },
  });
}

let networks = 0;
/** A new network for every request. */
function nextNetwork(): string {
  networks += 1;
  return `10.${(networks >> 16) & 255}.${(networks >> 8) & 255}.${networks & 255}`;
}

/** A URL cannot encode a lone surrogate. */
const wellFormed = (value: string) => value.toWellFormed();

describe.each(Object.values<Endpoint>(endpoints).map((endpoint) => [endpoint.id, endpoint] as const))(
  '%s',
  (_, endpoint) => {
    it('responds to every generated request as the contract declares', async () => {
      const property = fc.asyncProperty(
        requestsFor(endpoint, known),
        fc.constantFrom(...callersOf(endpoint)),
        fc.constantFrom(...encodings),
        async (sent, caller, encoding) => {
          const { status, body, headers } = await send(endpoint, sent, caller, encoding);
          expect(status).toBeLessThan(500);
          // Only the limits against guessing stay on; other limits would make the run ineffective.
          if (endpoint.tag !== 'auth') expect(status).not.toBe(429);
          const mediaType = (status < 400 && endpoint.contentType) || 'application/json';
          expect(headers.get('content-type')).toBe(status === 204 ? null : `${mediaType}; charset=utf-8`);
          if (status >= 400) expect(JSON.stringify(body)).toMatch(/[а-яё]/i);
          expect(JSON.stringify(body)).not.toMatch(/\bat \S+ \(|node_modules|select .* from/);
          const needsLogin = endpoint.auth !== 'ignored' && endpoint.auth !== 'optional';
          if (needsLogin && caller === 'guest') expect(status).toBe(401);
          if (endpoint.auth !== 'ignored' && caller === 'stranger') expect(status).toBe(401);
        },
      );
      await fc.assert(property, { numRuns, seed });
    });
  },
);
