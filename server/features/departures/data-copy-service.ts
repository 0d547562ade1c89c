import { randomUUID, timingSafeEqual } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { dataCopy as texts } from '#locales/ru/data-copy-files.ts';
import type { Accounts } from '#server/features/accounts/index.ts';
import type { Notifications } from '#server/features/notifications/index.ts';
import type { User } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import { keyedHash } from '#server/platform/crypto.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { notFound } from '#server/platform/errors.ts';
import type { FreeSpace } from '#server/platform/free-space.ts';
import { ignoreMissing } from '#server/platform/ignore-missing.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import { copiedTables } from './account-data.ts';
import type { ArchiveParts } from './data-copy-archive.ts';
import { dataCopyMailJob } from './data-copy-mail.ts';
import * as store from './data-copy-store.ts';
import * as own from './own-data-store.ts';

export type { DataCopy } from './data-copy-store.ts';

export const dataCopyJob = 'departures.make-data-copy';
const hourMs = 3_600_000;
const copyTtlMs = 7 * 24 * hourMs;
/** A job that takes longer has failed for good. */
const abandonedMs = 24 * hourMs;
const linkTtlMs = 10 * 60_000;
const tokenPattern = /^([0-9a-f-]{36})\.(\d{1,15})\.([\w-]{43})$/;

export type DataCopyDeps = {
  db: Db;
  clock: Clock;
  jobs: Jobs;
  limits: RateLimits;
  storage: Pick<Storage, 'get'>;
  freeSpace: FreeSpace;
  accounts: Pick<Accounts, 'find' | 'lock'>;
  notifications: Pick<Notifications, 'add'>;
  /** Where the archives are. */
  folder: string;
  secret: string;
  publicUrl: string;
  siteName: string;
};

export type DataCopies = ReturnType<typeof createDataCopies>;

/** Copies of everything that belongs to an account, for its owner: made by a job, fetched by a link that expires. */
export function createDataCopies(deps: DataCopyDeps) {
  const { db, clock, jobs, limits, accounts, notifications, folder, secret, publicUrl } = deps;
  const pathOf = (id: string) => join(folder, `${id}.zip`);
  const sign = (id: string, until: number) => keyedHash(secret, `data copy ${id} ${until}`);

  async function find(user: User): Promise<store.DataCopy | undefined> {
    const copy = await store.findCopyOf(db, user.id);
    return copy?.expiresAt && copy.expiresAt <= clock.now() ? undefined : copy;
  }

  /** One at a time: a copy that is being made is returned again. */
  async function request(user: User): Promise<store.DataCopy> {
    const present = await find(user);
    if (present && !present.finishedAt) return present;
    await limits.take('dataCopy', user.id);
    const now = clock.now();
    return inTransaction(db, async (tx) => {
      await accounts.lock(tx, user.id);
      const current = await store.findCopyOf(tx, user.id);
      if (current && !current.finishedAt) return current;
      const id = randomUUID();
      await store.replaceCopy(tx, { id, accountId: user.id, now });
      await jobs.add(tx, dataCopyJob, { id });
      return { id, accountId: user.id, requestedAt: now, finishedAt: null, expiresAt: null, bytes: null };
    });
  }

  /** An address that works for ten minutes, without a login: browsers save the file themselves. */
  function linkTo({ id }: store.DataCopy): string {
    const until = clock.now().getTime() + linkTtlMs;
    return `${publicUrl}/api/v1/auth/data-copy/${id}.${until}.${sign(id, until).toString('base64url')}/`;
  }

  async function open(token: string): Promise<{ stream: Readable; bytes: number }> {
    const [, id = '', until = '', signature = ''] = tokenPattern.exec(token) ?? [];
    const now = clock.now();
    const isValid =
      id !== '' &&
      timingSafeEqual(Buffer.from(signature, 'base64url'), sign(id, Number(until))) &&
      Number(until) > now.getTime();
    const copy = isValid ? await store.findCopy(db, id) : undefined;
    const stats = copy?.expiresAt && copy.expiresAt > now ? await ignoreMissing(stat(pathOf(id))) : undefined;
    if (!stats) throw notFound('security.dataCopyUnknown');
    return { stream: createReadStream(pathOf(id)), bytes: stats.size };
  }

  /** The job. A second run replaces an unfinished file. */
  async function make(id: string): Promise<void> {
    const copy = await store.findCopy(db, id);
    if (!copy || copy.finishedAt) return;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const unfinished = `${pathOf(id)}.unfinished`;
    // Few processes write archives, and its libraries are large.
    const { writeArchive } = await import('./data-copy-archive.ts');
    try {
      await writeArchive(unfinished, partsOf(deps, copy.accountId), deps.freeSpace);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
    await rename(unfinished, pathOf(id));
    const { size: bytes } = await stat(pathOf(id));
    const now = clock.now();
    await inTransaction(db, async (tx) => {
      if (!(await store.finishCopy(tx, id, { now, expiresAt: new Date(now.getTime() + copyTtlMs), bytes })))
        return;
      await notifications.add(tx, copy.accountId, `data-copy ${id}`, { kind: 'data_copy_ready' });
      await jobs.add(tx, dataCopyMailJob, { id });
    });
  }

  /** Deletes expired copies, files without a copy, and copies without a file: a backup has none of the files. */
  async function sweep(): Promise<void> {
    const now = clock.now();
    await store.deleteExpiredCopies(db, now, new Date(now.getTime() - abandonedMs));
    const files = (await ignoreMissing(readdir(folder))) ?? [];
    const copies = await store.listCopies(db);
    const ids = new Set(copies.map(({ id }) => id));
    for (const file of files)
      if (!ids.has(file.split('.')[0] ?? '')) await rm(join(folder, file), { force: true });
    for (const { id, finishedAt } of copies)
      if (finishedAt && !(await ignoreMissing(stat(pathOf(id))))) await store.deleteCopy(db, id);
  }

  return { find, request, linkTo, open, make, sweep };
}

function partsOf({ db, storage, siteName }: DataCopyDeps, accountId: number): ArchiveParts {
  return {
    readme: texts.readme(siteName),
    tables: copiedTables().map((copied) => ({
      name: `data/${copied.table}.json`,
      rows: () => own.readOwnRows(db, copied, accountId),
    })),
    async *posts() {
      for await (const { id, content, createdAt, updatedAt, ...fields } of own.readOwnPosts(db, accountId)) {
        const dates = { date: createdAt.toISOString(), updated: updatedAt.toISOString() };
        const given = Object.entries({ ...fields, ...dates }).filter(([, value]) => value !== null);
        yield {
          name: `posts/${id}-${fields.slug}.md`,
          post: { frontMatter: Object.fromEntries(given), content },
        };
      }
    },
    async *pictures() {
      for await (const path of own.readOwnPicturePaths(db, accountId))
        yield { name: `pictures/${path}`, read: () => storage.get(path) };
    },
  };
}
