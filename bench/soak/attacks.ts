import { randomBytes, randomInt } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Dataset } from '../dataset.ts';
import type { Account, Client } from './http.ts';

/** State of one attacker: its own address, and an account when the site allowed one. */
export type AttackContext = {
  client: Client;
  account: Account | undefined;
  dataset: Dataset;
  sockets: Set<Socket>;
};

export type Attack = {
  name: string;
  addresses: number;
  /**
   * Pause between two attempts from one address, in milliseconds. An attempt starts after the previous one has ended.
   */
  intervalMs: number;
  needsAccount?: boolean;
  /** Makes one attempt and returns the status, or 0 when no response arrived. */
  attempt(attacker: AttackContext): Promise<number> | number;
};

const randomWord = () => randomBytes(6).toString('hex');
const getPage =
  (path: (dataset: Dataset) => string) =>
  async ({ client, dataset }: AttackContext): Promise<number> =>
    (await client.send({ path: path(dataset) })).status;
const userAgent = () => ({
  'user-agent': `Mozilla/5.0 (X11; Linux x86_64; rv:${randomInt(1_000)}.0) ${randomWord()}`,
});

/** Half the size limit of a discussion page: dots, then closing brackets without an opening one. */
const hostileLink = `https://a${'.'.repeat(4_980)}x${')'.repeat(4_980)}`;
const hostileHeading = `# a${'_'.repeat(190_000)}b`;
/** One character of the longest compatibility form of Unicode. */
const growingText = 'ﷺ'.repeat(195_000);
const longText = 'слово '.repeat(33_000);
const maxHeldSockets = 2_000;
const maxHeldUploads = 100;
const boundary = 'x-soak';

/** Opens one more connection and keeps it open, up to `max` connections. */
function holdConnection({ client, sockets }: AttackContext, max: number, bytes: string | Buffer): number {
  for (const socket of sockets) if (socket.destroyed) sockets.delete(socket);
  if (sockets.size >= max) return 0;
  const socket = client.socket();
  sockets.add(socket);
  socket.on('close', () => sockets.delete(socket));
  socket.write(bytes);
  return 0;
}

const unfinishedUpload = Buffer.concat([
  Buffer.from(
    `POST /api/v1/auth/login/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: 9000000\r\n\r\n--${boundary}\r\nContent-Disposition: form-data; name="email"\r\n\r\n`,
  ),
  Buffer.alloc(4_000_000, 'a'),
]);
const manyRequests = 'GET /posts HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(1_000);

/** The classes of attack that the site promises to withstand, as listed in docs/security.md. */
export const attacks: Attack[] = [
  {
    name: 'searches through the pages of the site',
    addresses: 3,
    intervalMs: 50,
    attempt: getPage(() => `/posts?search=${randomWord()}`),
  },
  {
    name: 'URLs that differ only in ignored parameters',
    addresses: 3,
    intervalMs: 30,
    attempt: getPage(() => `/login?redirect=/x${randomWord()}&utm_source=${randomWord()}`),
  },
  {
    name: 'whole discussions on one page',
    addresses: 2,
    intervalMs: 200,
    attempt: getPage(
      ({ discussedPosts }) => `/posts/${discussedPosts[0]?.slug}?comments=${randomInt(1, 1_000_000)}`,
    ),
  },
  {
    name: 'list orderings',
    addresses: 2,
    intervalMs: 30,
    attempt: getPage(() => {
      const fields = [
        'title',
        '-title',
        'created_at',
        '-created_at',
        'views_count',
        '-updated_at',
        randomWord(),
      ];
      const order = Array.from({ length: randomInt(1, 12) }, () => fields[randomInt(fields.length)]);
      return `/api/v1/posts/?ordering=${order.join(',')}&page=${randomInt(1, 50)}`;
    }),
  },
  {
    name: 'deep pages',
    addresses: 2,
    intervalMs: 50,
    attempt: getPage(({ lastPage }) => `/posts?page=${randomInt(1, lastPage + 1)}&ordering=title`),
  },
  {
    name: 'comments that are expensive to show',
    addresses: 2,
    intervalMs: 1_000,
    needsAccount: true,
    attempt: async ({ client, account, dataset }) =>
      (
        await client.json(
          'POST',
          '/api/v1/comments/',
          { post: dataset.discussedPosts[randomInt(5)]?.id, content: hostileLink },
          account?.access,
        )
      ).status,
  },
  {
    name: 'texts that are expensive to render',
    addresses: 6,
    intervalMs: 200,
    needsAccount: true,
    attempt: async ({ client, account }) =>
      (await client.json('POST', '/api/v1/posts/preview/', { content: hostileHeading }, account?.access))
        .status,
  },
  {
    name: 'posts of characters that grow, 50 a minute',
    addresses: 10,
    intervalMs: 12_000,
    needsAccount: true,
    attempt: async ({ client, account }) =>
      (
        await client.json(
          'POST',
          '/api/v1/posts/',
          { title: randomWord(), content: growingText },
          account?.access,
        )
      ).status,
  },
  {
    name: 'endless drafts',
    addresses: 2,
    intervalMs: 80,
    needsAccount: true,
    attempt: async ({ client, account }) =>
      (
        await client.json(
          'POST',
          '/api/v1/posts/',
          { title: randomWord(), content: longText + randomWord(), status: 'draft' },
          account?.access,
        )
      ).status,
  },
  {
    name: 'endless checkouts',
    addresses: 1,
    intervalMs: 200,
    needsAccount: true,
    attempt: async ({ client, account }) =>
      (
        await client.json(
          'POST',
          '/api/v1/payment/create-checkout-session/',
          { subscription_plan_id: randomInt(1, 4) },
          account?.access,
        )
      ).status,
  },
  {
    name: 'views by forged user agents',
    addresses: 2,
    intervalMs: 50,
    attempt: async ({ client, dataset }) =>
      (
        await client.send({
          method: 'POST',
          path: `/api/v1/posts/${dataset.postSlug}/view/`,
          headers: userAgent(),
        })
      ).status,
  },
  {
    name: 'password guessing',
    addresses: 3,
    intervalMs: 100,
    attempt: async ({ client }) =>
      (
        await client.json('POST', '/api/v1/auth/login/', {
          email: `reader-${randomInt(50)}@example.com`,
          password: randomWord(),
        })
      ).status,
  },
  {
    name: 'registrations',
    addresses: 2,
    intervalMs: 100,
    attempt: async ({ client }) =>
      (
        await client.json('POST', '/api/v1/auth/register/', {
          username: randomWord(),
          email: `reader-${randomInt(50)}@example.com`,
          password: randomWord(),
        })
      ).status,
  },
  {
    name: 'uploads of random bytes',
    addresses: 2,
    intervalMs: 500,
    needsAccount: true,
    attempt: async ({ client, account }) =>
      (
        await client.send({
          method: 'POST',
          path: '/api/v1/upload/image/',
          access: account?.access,
          headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
          body: Buffer.concat([
            Buffer.from(
              `--${boundary}\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`,
            ),
            randomBytes(2_000_000),
            Buffer.from(`\r\n--${boundary}--\r\n`),
          ]),
        })
      ).status,
  },
  {
    name: 'logins with unfinished bodies',
    addresses: 2,
    intervalMs: 100,
    attempt: (attacker) => holdConnection(attacker, maxHeldUploads, unfinishedUpload),
  },
  {
    name: 'idle connections',
    addresses: 1,
    intervalMs: 5,
    attempt: (attacker) => holdConnection(attacker, maxHeldSockets, 'GET / HTTP/1.1\r\nHost: localhost\r\n'),
  },
  {
    name: 'unread responses',
    addresses: 1,
    intervalMs: 500,
    attempt: (attacker) => holdConnection(attacker, 20, manyRequests),
  },
  {
    name: 'requests aborted by the client',
    addresses: 1,
    intervalMs: 50,
    attempt: ({ client }) => {
      const socket = client.socket();
      socket.end(`GET /posts?search=${randomWord()} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      socket.on('data', () => socket.destroy());
      return 0;
    },
  },
];
