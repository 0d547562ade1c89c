import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';
import { inject } from 'vitest';
import type { AuthResponse } from '#contract/auth.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/index.ts';
import { type EndpointId, route } from '#contract/paths.ts';
import type { Role as AccountRole } from '#contract/permissions.ts';
import { type AppOptions, compose } from '#server/compose.ts';
import { loadConfig } from '#server/config.ts';
import { createConcurrencyLimiter } from '#server/platform/concurrency-limiter.ts';
import type { Db } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Admission } from '#server/platform/http/admission.ts';
import { listen } from '#server/platform/http/listen.ts';
import { defaultServerLimits } from '#server/platform/http/server-limits.ts';
import { createLog } from '#server/platform/log.ts';
import type { MailMessage } from '#server/platform/mail/mail.ts';
import { checkResponse, type Role } from './contract-coverage.ts';
import { hangLimitMs } from './hang-limit.ts';
import { randomWord } from './random-word.ts';
import { runDueJobs } from './run-due-jobs.ts';
import { recordOutput } from './server-output.ts';
import { asSuperuser, createTestDatabase } from './test-database.ts';

export type TestUser = AuthResponse & { password: string };
export type CallOptions = {
  as?: TestUser | undefined;
  params?: Record<string, string | number>;
  query?: Record<string, string | number>;
  body?: unknown;
  headers?: Record<string, string>;
  /** Whether the test injects the error that the response reports; such a response does not cover the contract. */
  isInjected?: boolean;
};
// biome-ignore lint/suspicious/noExplicitAny: tests read untyped JSON; the response is checked against the contract.
export type TestResponse = { status: number; body: any; headers: Headers };
export type TestApp = Awaited<ReturnType<typeof createTestApp>>;

export type TestAppOptions = Partial<AppOptions> & {
  env?: Record<string, string>;
  /** Also serves the built site, at its public URL. */
  withPages?: boolean;
  /** Another build of the site than that of this checkout. */
  buildFolder?: string;
  /** Wraps the database connection of the app. */
  wrapDb?: (db: Db) => Db;
};

const defaultBuildFolder = resolve(import.meta.dirname, '../../build');
const password = 'TestPassword123!';
/** Characters of a body that a failed test prints. */
const maxPrinted = 1_000;
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0';

/** Admits as many requests as there are connections and queues the others without refusal. */
function createQueueingAdmission(): Admission {
  const queueLimit = Number.POSITIVE_INFINITY;
  const limiter = createConcurrencyLimiter({ limit: 10, queueLimit, waitMs: hangLimitMs });
  return { run: (_kind, work) => limiter.run(work) };
}

const patientServerLimits = {
  ...defaultServerLimits,
  headersMs: hangLimitMs,
  requestMs: hangLimitMs,
  stalledMs: hangLimitMs,
};

/** The real app on a real port with its own database. Every API response is checked against the contract. */
export async function createTestApp({
  env,
  withPages,
  buildFolder = defaultBuildFolder,
  wrapDb,
  ...overrides
}: TestAppOptions = {}) {
  const database = await createTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'news-site-test-'));
  const port = withPages ? await findFreePort() : 0;
  const publicUrl = `http://localhost:${withPages ? port : 8000}`;
  const config = loadConfig({
    PUBLIC_URL: publicUrl,
    SHED_ON_LAG: 'false',
    // The cache is on only with pages, because API tests may change the database directly.
    CACHE_MB: withPages ? '64' : '0',
    ...env,
  });
  const mails: MailMessage[] = [];
  const app = await compose({
    config,
    mail: { send: async (message) => void mails.push(message), close: () => undefined },
    db: wrapDb?.(database.db) ?? database.db,
    databaseUrl: database.url,
    dataDir,
    jwtSecret: randomBytes(32).toString('hex'),
    log: createLog(process.env.LOG_LEVEL ?? 'info', { write: recordOutput }) as FastifyBaseLogger,
    readiness: { isReady: () => true, isStopping: () => false },
    passwordCost: { memoryKib: 64, passes: 1 },
    admission: createQueueingAdmission(),
    serverLimits: patientServerLimits,
    ...overrides,
  });
  if (withPages) await app.addPages(await loadBuiltSite(buildFolder));
  await listen(app.http, { host: withPages ? 'localhost' : '127.0.0.1', port });
  const address = app.http.server.address() as AddressInfo;
  const origin = withPages ? publicUrl : `http://127.0.0.1:${address.port}`;
  const roles = new Map<string, Role>();

  /** Sends a request unchanged; responses of contract paths are checked. */
  async function fetchPath(
    path: string,
    { isInjected = false, ...init }: RequestInit & { isInjected?: boolean } = {},
  ): Promise<TestResponse> {
    const response = await fetch(origin + path, { redirect: 'manual', ...init });
    const text = await response.text();
    recordOutput(`${init.method ?? 'GET'} ${path}: ${response.status} ${text.slice(0, maxPrinted)}`);
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    const body = isJson && text !== '' ? JSON.parse(text) : text === '' ? null : text;
    const endpoint = findEndpoint(init.method ?? 'GET', new URL(path, origin).pathname);
    const token = new Headers(init.headers).get('authorization')?.split(' ')[1] ?? '';
    const { status } = response;
    const role = roles.get(token) ?? 'guest';
    if (endpoint) checkResponse(inject('observedFolder'), endpoint, { role, status, body, isInjected });
    return { status, body, headers: response.headers };
  }

  /** Calls an endpoint of the contract; a body other than form data is sent as JSON. */
  async function call(
    id: EndpointId,
    { as, params = {}, query, body, headers, isInjected = false }: CallOptions = {},
  ): Promise<TestResponse> {
    const { method, path } = route(id);
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
    const search = query
      ? `?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))}`
      : '';
    const isJson = body !== undefined && !(body instanceof FormData) && !(body instanceof URLSearchParams);
    return fetchPath(filled + search, {
      method,
      isInjected,
      body: isJson ? JSON.stringify(body) : (body as BodyInit | undefined),
      headers: {
        'user-agent': userAgent,
        ...(isJson && { 'content-type': 'application/json' }),
        ...(as && { authorization: `Bearer ${as.access}` }),
        ...headers,
      },
    });
  }

  async function createUser({
    isStaff = false,
    role,
    ...changes
  }: {
    /** Gives the flag of older accounts. */
    isStaff?: boolean;
    role?: AccountRole;
    username?: string;
  } = {}): Promise<TestUser> {
    // Letters only: e-mails do not use a name that contains something like a telephone number.
    const username = changes.username ?? `user-${randomWord(10)}`;
    const response = await call('register', {
      body: { username, email: `${username}@example.com`, password },
    });
    if (response.status !== 201) throw new Error(`no test user: ${JSON.stringify(response.body)}`);
    const user: TestUser = { ...response.body, password };
    if (isStaff)
      await database.db
        .updateTable('accounts')
        .set({ is_staff: true })
        .where('id', '=', user.user.id)
        .execute();
    if (role)
      await database.db.updateTable('accounts').set({ role }).where('id', '=', user.user.id).execute();
    const worksForSite = isStaff || role === 'moderator' || role === 'editor' || role === 'administrator';
    roles.set(user.access, worksForSite ? 'staff' : 'user');
    return user;
  }

  async function createCategory(
    name = `Раздел ${randomUUID().slice(0, 8)}`,
  ): Promise<{ id: number; slug: string; name: string }> {
    const slug = `c-${randomUUID().slice(0, 8)}`;
    const id = await app.categories.create(database.db, { name, slug, description: '' });
    if (id === undefined) throw new Error('no test category');
    return { id, slug, name };
  }

  let renderer: Promise<void> | undefined;

  /** The first text starts the renderer's worker; on a busy machine that alone can take longer than a text may. */
  async function startRenderer(): Promise<void> {
    const start = () => app.markdown.render('', { account: 'test' });
    const isStarted = () =>
      start().then(
        () => true,
        (error: unknown) => {
          if (error instanceof AppError && error.kind === 'unavailable') return false;
          throw error;
        },
      );
    while (!(await isStarted()));
  }

  /** Creates a published post and returns the API response. */
  async function createPost(as: TestUser, changes: Record<string, unknown> = {}) {
    renderer ??= startRenderer();
    await renderer;
    const body = { title: 'Заголовок', content: 'Текст поста.', ...changes };
    const response = await call('createPost', { as, body });
    if (response.status !== 201) throw new Error(`no test post: ${JSON.stringify(response.body)}`);
    return response.body;
  }

  return {
    ...app,
    origin,
    config,
    dataDir,
    db: database.db,
    databaseUrl: database.url,
    ownerUrl: database.ownerUrl,
    queryCount: database.queryCount,
    recordQueries: database.recordQueries,
    asSuperuser,
    fetch: fetchPath,
    call,
    createUser,
    createCategory,
    createPost,
    /** Sent e-mails, oldest first. */
    mails,
    /** Runs every due job, one after the other. */
    runJobs: () => runDueJobs({ url: database.url, handlers: app.jobHandlers }),
    /** Runs a scheduled job by name. */
    runJob: async (name: string): Promise<void> => {
      const handler = app.jobHandlers.find((job) => job.name === name);
      if (!handler) throw new Error(`no job ${name}`);
      await handler.run({});
    },
    /** Registers the role of a token that a test obtained itself, for the coverage of the contract. */
    registerToken: (access: string, role: Role) => void roles.set(access, role),
    async stop() {
      await app.close();
      await database.release();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, 'localhost');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function loadBuiltSite(folder: string) {
  const build = await import(pathToFileURL(join(folder, 'server/index.js')).href);
  return { loadBuild: async () => build, clientFolder: join(folder, 'client'), isDevelopment: false };
}

const toPattern = (path: string) => path.replace(/\/$/, '').replace(/\{\w+\}/g, '([^/]+)');

const patterns = Object.values<Endpoint>(endpoints).map((endpoint) => ({
  endpoint,
  pattern: new RegExp(`^(${[endpoint.path, ...(endpoint.aliasPaths ?? [])].map(toPattern).join('|')})/?$`),
  isLiteral: !endpoint.path.includes('{'),
}));

/** Literal paths win over paths with a parameter, as in the router. */
function findEndpoint(method: string, pathname: string): Endpoint | undefined {
  const found = patterns.filter(
    ({ endpoint, pattern }) => endpoint.method === method && pattern.test(pathname),
  );
  return (found.find(({ isLiteral }) => isLiteral) ?? found[0])?.endpoint;
}
