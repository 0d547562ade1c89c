import { randomBytes } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import * as texts from '#locales/ru/imports.ts';
import type { Accounts } from './features/accounts/index.ts';
import type { Imports } from './features/imports/index.ts';
import type { Posts } from './features/posts/index.ts';
import type { Db } from './platform/db/database.ts';
import type { Log } from './platform/log.ts';

const demoAccount = z.object({
  role: z.enum(['reader', 'author', 'staff']),
  username: z.string(),
  email: z.string(),
  password: z.string(),
});
/** `isComplete` is written last: a start that does not find it repeats all steps. */
const demoFile = z.object({ isComplete: z.boolean(), accounts: z.array(demoAccount) });
type DemoFile = z.infer<typeof demoFile>;

export type DemoAccount = z.infer<typeof demoAccount>;

type DemoOptions = {
  imports: Imports;
  accounts: Pick<
    Accounts,
    'create' | 'findByUsername' | 'hashPassword' | 'spreadRegistrations' | 'updateProfile'
  >;
  posts: Pick<Posts, 'rankViews'>;
  db: Db;
  dataDir: string;
  log: Log;
};

const folder = resolve(import.meta.dirname, '../db/seeds/demo');
const lastNames = { reader: texts.demoReader, author: texts.demoAuthor, staff: texts.demoStaff };
const passwordBytes = 9;
/** The articles seem to be of the last two weeks. */
const recentDays = 14;
/** The accounts seem to have registered before; each on another day. */
const joinedDaysAgo = { first: 400, last: 60 };
const authorAvatar = 'avatar-demo.webp';

/**
 * Fills a site without accounts with three accounts and the demo articles, among them some of the author, a draft and a
 * scheduled text of theirs; completes an interrupted earlier start.
 * Returns the accounts that still exist, with the passwords they were created with; none on a site that started
 * without them.
 */
export async function seedDemo({
  imports,
  accounts,
  posts,
  db,
  dataDir,
  log,
}: DemoOptions): Promise<DemoAccount[]> {
  const path = join(dataDir, 'demo-accounts.json');
  const stored = await readDemoFile(path);
  if (!(await isEmpty(db)) && stored?.isComplete !== false)
    return findExisting(accounts, stored?.accounts ?? []);
  const demo = stored?.accounts ?? newAccounts();
  // The passwords are stored first: an account with an unknown password is useless.
  await writeDemoFile(path, { isComplete: false, accounts: demo });
  for (const account of demo) await createIfMissing(accounts, db, account);
  const { imported, skipped, problems } = await imports.importFrom(folder, { recentDays });
  await posts.rankViews();
  await accounts.spreadRegistrations(joinedDaysAgo);
  const broken = [...skipped.filter(({ isBroken }) => isBroken), ...problems];
  if (broken.length > 0) log.warn({ broken }, 'some of the demo content was skipped');
  log.info({ articles: imported.length }, 'demo content added');
  await writeDemoFile(path, { isComplete: true, accounts: demo });
  return demo;
}

async function isEmpty(db: Db): Promise<boolean> {
  return (await db.selectFrom('accounts').select('id').limit(1).execute()).length === 0;
}

async function findExisting(accounts: DemoOptions['accounts'], demo: DemoAccount[]): Promise<DemoAccount[]> {
  const found = await Promise.all(demo.map(({ username }) => accounts.findByUsername(username)));
  return demo.filter((_, index) => found[index]?.isActive);
}

function newAccounts(): DemoAccount[] {
  return demoAccount.shape.role.options.map((role) => ({
    role,
    username: `demo-${role}`,
    email: `${role}@example.com`,
    password: randomBytes(passwordBytes).toString('base64url'),
  }));
}

async function createIfMissing(accounts: DemoOptions['accounts'], db: Db, demo: DemoAccount): Promise<void> {
  if (await accounts.findByUsername(demo.username)) return;
  const id = await accounts.create(db, {
    username: demo.username,
    email: demo.email,
    passwordHash: await accounts.hashPassword(demo.password),
    firstName: texts.demoFirstName,
    lastName: lastNames[demo.role],
    ...(demo.role === 'staff' && { role: 'administrator' as const }),
    bio: demo.role === 'author' ? texts.demoAuthorBio : '',
  });
  if (demo.role === 'author')
    await accounts.updateProfile({ id }, { avatar: await readFile(join(folder, authorAvatar)) });
}

/** The file of an earlier start; undefined if there is none or it cannot be parsed. */
async function readDemoFile(path: string): Promise<DemoFile | undefined> {
  try {
    return demoFile.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    const isUnreadable = error instanceof SyntaxError || error instanceof z.ZodError;
    if (isUnreadable || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes the file atomically, readable by its owner only. */
async function writeDemoFile(path: string, content: DemoFile): Promise<void> {
  const temporaryPath = `${path}.unfinished`;
  const file = await open(temporaryPath, 'w', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(content, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporaryPath, path);
}
