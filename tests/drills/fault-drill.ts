import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createFakeS3 } from '../support/fake-s3.ts';
import { hangLimitMs } from '../support/hang-limit.ts';
import { createImageForm } from '../support/image-form.ts';
import { type DrillSite, startDrillSite } from './drill-site.ts';
import { type Visitor, visit } from './visitor.ts';

/** A fault with what readers and writers see; throws if they see something else. Returns a sentence for the report. */
export type FaultScenario = {
  name: string;
  /** Why it cannot run on this machine. */
  skipReason?: () => string | undefined;
  run(folder: string): Promise<string>;
};

const megabyte = 2 ** 20;
const fakeTimeLibraries = ['x86_64', 'aarch64'].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`,
);

async function withSite<T>(
  folder: string,
  env: Record<string, string>,
  work: (site: DrillSite, visitor: Visitor) => Promise<T>,
): Promise<T> {
  const site = await startDrillSite({ dataDir: join(folder, 'data'), env });
  try {
    return await work(site, await visit(site.origin));
  } finally {
    await site.stop();
  }
}

function expectStatus(what: string, status: number, ...expected: number[]): void {
  if (!expected.includes(status)) throw new Error(`${what}: ${status} instead of ${expected.join(' or ')}`);
}

/** Waits until a call has this status, without a hand. Returns the seconds. */
async function until(what: string, call: () => Promise<number>, expected: number): Promise<string> {
  const startedAt = performance.now();
  let status = await call();
  while (status !== expected) {
    if (performance.now() - startedAt > hangLimitMs)
      throw new Error(`${what}: still ${status}, not ${expected}`);
    await sleep(100);
    status = await call();
  }
  return ((performance.now() - startedAt) / 1000).toFixed(1);
}

const fullDisk: FaultScenario = {
  name: 'full disk',
  skipReason: () => (process.getuid?.() === 0 ? undefined : 'only root may mount a small disk'),
  async run(folder) {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=700m,mode=755', 'none', folder]);
    try {
      return await withSite(folder, { MIN_FREE_MB: '100' }, async (_site, visitor) => {
        const filler = join(folder, 'filler');
        const leave = (megabytes: number) => {
          rmSync(filler, { force: true });
          const { bavail, bsize } = statfsSync(folder);
          writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - megabytes * megabyte)));
        };
        await until('write', visitor.write, 201);
        leave(80);
        await until('write with 80 MB left', visitor.write, 507);
        expectStatus('page', await visitor.read(), 200);
        expectStatus('login', await visitor.logIn(), 200);
        leave(0);
        await until('write without room', visitor.write, 507);
        expectStatus('page without room', await visitor.read(), 200);
        truncateSync(filler, 0);
        const seconds = await until('write with room again', visitor.write, 201);
        return `writes 507, pages and logins 200; writes again ${seconds} s after there was room`;
      });
    } finally {
      execFileSync('umount', ['-l', folder]);
    }
  },
};

/** A file system of its own, which may be frozen and may fail, below the folder. */
async function withFileSystem<T>(
  folder: string,
  work: (disk: { folder: string; device: string; repair(): void }) => Promise<T>,
): Promise<T> {
  const [image, mounted] = [join(folder, 'disk'), join(folder, 'mounted')];
  const mount = () => execFileSync('mount', ['-o', 'loop,errors=remount-ro', image, mounted]);
  writeFileSync(image, '');
  truncateSync(image, 900 * megabyte);
  execFileSync('mkfs.ext4', ['-q', '-F', image]);
  mkdirSync(mounted);
  mount();
  chmodSync(mounted, 0o755);
  const device = execFileSync('findmnt', ['-n', '-o', 'SOURCE', mounted], { encoding: 'utf8' }).trim();
  try {
    return await work({
      folder: mounted,
      device: basename(device),
      repair() {
        execFileSync('umount', [mounted]);
        // Status 1: errors were corrected.
        const { status } = spawnSync('fsck.ext4', ['-p', image], { stdio: 'ignore' });
        expectStatus('repair of the file system', status ?? -1, 0, 1);
        mount();
      },
    });
  } finally {
    execFileSync('umount', ['-l', mounted]);
  }
}

/** The analysis of a new post changes pages for the last time. */
async function waitForAnalysis(site: DrillSite): Promise<void> {
  const db = await site.openDatabase();
  const countWaiting = async () => {
    const query = db.selectFrom('post_search_index').select((eb) => eb.fn.countAll<string>().as('count'));
    return Number((await query.where('analysis', 'is', null).executeTakeFirstOrThrow()).count);
  };
  try {
    await until('posts that are not analysed', countWaiting, 0);
  } finally {
    await db.destroy();
  }
}

/** An error of the disk makes the kernel refuse all writes until the file system was repaired. */
const readOnlyDisk: FaultScenario = {
  name: 'read-only disk',
  skipReason: () => (process.getuid?.() === 0 ? undefined : 'only root may mount a small disk'),
  run: (folder) =>
    withFileSystem(folder, async (disk) => {
      let written = 0;
      await withSite(disk.folder, {}, async (site, visitor) => {
        await until('write', visitor.write, 201);
        await waitForAnalysis(site);
        await until('page', visitor.read, 200);
        written = (await visitor.call('GET', '/api/v1/posts/')).count as number;
        writeFileSync(`/sys/fs/ext4/${disk.device}/trigger_fs_error`, 'a drill');
        await until('write on a read-only disk', visitor.write, 503);
        expectStatus('stored page on a read-only disk', await visitor.read(), 200);
        expectStatus('liveness', await visitor.live(), 200);
      });
      disk.repair();
      return withSite(disk.folder, {}, async (_site, visitor) => {
        const { count } = await visitor.call('GET', '/api/v1/posts/');
        if (count !== written) throw new Error(`${count} posts instead of ${written}`);
        await until('write after the repair', visitor.write, 201);
        return 'writes 503, stored pages 200; after a repair and a restart everything acknowledged is there';
      });
    }),
};

/** A disk that does nothing for three seconds, again and again. */
const slowDisk: FaultScenario = {
  name: 'slow disk',
  skipReason: () => (process.getuid?.() === 0 ? undefined : 'only root may mount a small disk'),
  run: (folder) =>
    withFileSystem(folder, (disk) =>
      withSite(disk.folder, {}, async (_site, visitor) => {
        await until('write', visitor.write, 201);
        await until('page', visitor.read, 200);
        const before = (await visitor.call('GET', '/api/v1/posts/')).count as number;
        const statuses: number[] = [];
        for (let times = 0; times < 5; times += 1) {
          execFileSync('fsfreeze', ['--freeze', disk.folder]);
          const writes = [visitor.write(), visitor.write(), visitor.write()];
          try {
            expectStatus('page on a frozen disk', await visitor.read(), 200);
            await sleep(3_000);
          } finally {
            execFileSync('fsfreeze', ['--unfreeze', disk.folder]);
          }
          statuses.push(...(await Promise.all(writes)));
        }
        for (const status of statuses) expectStatus('write on a slow disk', status, 201, 503);
        const acknowledged = statuses.filter((status) => status === 201).length;
        await until('write', visitor.write, 201);
        const { count } = await visitor.call('GET', '/api/v1/posts/');
        if ((count as number) < before + acknowledged + 1) throw new Error(`${count} posts are too few`);
        return `pages as usual; of ${statuses.length} writes ${acknowledged} 201 and the others 503; nothing lost`;
      }),
    ),
};

const restartingDatabase: FaultScenario = {
  name: 'restarting database',
  run: (folder) =>
    withSite(folder, {}, async (site, visitor) => {
      await until('write', visitor.write, 201);
      const { database } = site.processes();
      // The shutdown that an operator would order: open sessions are ended.
      if (database) process.kill(database, 'SIGINT');
      const seconds = await until('write', visitor.write, 201);
      await until('page', visitor.read, 200);
      return `writes again after ${seconds} s`;
    }),
};

const hangingDatabase: FaultScenario = {
  name: 'hanging database',
  run: (folder) =>
    withSite(folder, {}, async (site, visitor) => {
      await until('write', visitor.write, 201);
      const { database, backends } = site.processes();
      const pids = [database, ...backends].filter((pid) => pid !== undefined);
      for (const pid of pids) process.kill(pid, 'SIGSTOP');
      try {
        await until('write', visitor.write, 503);
        await until('readiness', visitor.ready, 503);
        expectStatus('liveness', await visitor.live(), 200);
      } finally {
        for (const pid of pids) process.kill(pid, 'SIGCONT');
      }
      const seconds = await until('write', visitor.write, 201);
      await until('readiness', visitor.ready, 200);
      return `writes 503, the process stays alive; writes again ${seconds} s after the database`;
    }),
};

const hangingMail: FaultScenario = {
  name: 'hanging mail server',
  async run(folder) {
    const sockets = new Set<Socket>();
    const connections = { count: 0 };
    const server = createServer((socket) => {
      connections.count += 1;
      sockets.add(socket.on('error', () => undefined));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as { port: number };
    try {
      // Registering adds a mail; everything else must not wait for it.
      return await withSite(folder, { SMTP_URL: `smtp://127.0.0.1:${port}` }, async (_site, visitor) => {
        await until('a connection of the mail job', async () => connections.count, 1);
        expectStatus('write', await visitor.write(), 201);
        expectStatus('page', await visitor.read(), 200);
        expectStatus('login', await visitor.logIn(), 200);
        expectStatus('readiness', await visitor.ready(), 200);
        return 'pages, logins and writes as usual; mails wait for their next attempt';
      });
    } finally {
      for (const socket of sockets) socket.destroy();
      server.close();
    }
  },
};

const missingDns: FaultScenario = {
  name: 'no DNS',
  run: (folder) =>
    // Names below .invalid never resolve.
    withSite(
      folder,
      { SMTP_URL: 'smtp://mail.invalid', ...bucketEnvironment('http://bucket.invalid') },
      async (_site, visitor) => {
        expectStatus('write', await visitor.write(), 201);
        expectStatus('page', await visitor.read(), 200);
        expectStatus('upload', await visitor.upload(await createImageForm()), 503);
        return 'pages and texts as usual, uploads 503; mails wait for their next attempt';
      },
    ),
};

const unavailableBucket: FaultScenario = {
  name: 'unavailable bucket',
  async run(folder) {
    const bucket = await createFakeS3();
    const { endpoint, ...keys } = bucket.settings;
    try {
      return await withSite(folder, bucketEnvironment(endpoint, keys), async (_site, visitor) => {
        expectStatus('upload', await visitor.upload(await createImageForm()), 201);
        bucket.setUnavailable(true);
        expectStatus('upload', await visitor.upload(await createImageForm(310)), 503);
        expectStatus('write', await visitor.write(), 201);
        expectStatus('page', await visitor.read(), 200);
        bucket.setUnavailable(false);
        const seconds = await until('upload', async () => visitor.upload(await createImageForm(320)), 201);
        return `uploads 503, pages and texts as usual; uploads again ${seconds} s after the bucket`;
      });
    } finally {
      await bucket.stop();
    }
  },
};

const wrongClock: FaultScenario = {
  name: 'wrong clock',
  skipReason: () =>
    fakeTimeLibraries.some(existsSync) ? undefined : 'the package libfaketime is not installed',
  async run(folder) {
    const library = fakeTimeLibraries.find(existsSync) ?? '';
    // The clock of the site, not that of its database: the two differ by a day.
    for (const offset of ['+1d', '-1d', '+0d'])
      await withSite(
        folder,
        { LD_PRELOAD: library, FAKETIME: offset, DONT_FAKE_MONOTONIC: '1' },
        async (_site, visitor) => {
          await until(`write at ${offset}`, visitor.write, 201);
          await until(`page at ${offset}`, visitor.read, 200);
          await until(`login at ${offset}`, visitor.logIn, 200);
          await until(`the mail at ${offset}`, async () => visitor.countMails(join(folder, 'data/mail')), 1);
        },
      );
    return 'a day ahead, then a day behind, then right: pages, logins, writes and jobs as usual';
  },
};

function bucketEnvironment(
  endpoint: string,
  keys = { accessKeyId: 'key', secretAccessKey: 'secret', region: 'ru-central1', bucket: 'pictures' },
): Record<string, string> {
  return {
    S3_ENDPOINT: endpoint,
    S3_REGION: keys.region,
    S3_BUCKET: keys.bucket,
    S3_ACCESS_KEY_ID: keys.accessKeyId,
    S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
  };
}

export const faultScenarios: FaultScenario[] = [
  fullDisk,
  readOnlyDisk,
  slowDisk,
  restartingDatabase,
  hangingDatabase,
  hangingMail,
  missingDns,
  unavailableBucket,
  wrongClock,
];
