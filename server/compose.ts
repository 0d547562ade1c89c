import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { EndpointId } from '#contract/paths.ts';
import type { Config } from './config.ts';
import { createAccounts } from './features/accounts/index.ts';
import { createCategories } from './features/categories/index.ts';
import { type Comments, createComments } from './features/comments/index.ts';
import { createImports } from './features/imports/index.ts';
import { createMedia } from './features/media/index.ts';
import { createPosts, type Posts } from './features/posts/index.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import type { Db } from './platform/db/database.ts';
import { type Admission, createAdmission } from './platform/http/admission.ts';
import { createDispatch } from './platform/http/dispatch.ts';
import type { Operation, RawCall } from './platform/http/operation.ts';
import { createHttpServer, type Readiness } from './platform/http/server.ts';
import { createIdempotency } from './platform/idempotency/idempotency.ts';
import { createMarkdown } from './platform/markdown/markdown.ts';
import { addSite, type SiteParts } from './platform/ssr/site.ts';
import { createDiskStorage } from './platform/storage/storage.ts';

const admissionLimits = { read: 200, search: 20, write: 50, page: 50 };

export type AppParts = {
  config: Config;
  db: Db;
  dataDir: string;
  jwtSecret: string;
  log: FastifyBaseLogger;
  readiness: Readiness;
  clock?: Clock;
  admission?: Admission;
};

export type App = Awaited<ReturnType<typeof compose>>;

/** Builds every slice and hands each what it needs, from left to right; nobody else wires anything. */
export async function compose(parts: AppParts) {
  const { config, db, dataDir, jwtSecret, log, readiness, clock = systemClock } = parts;
  const { publicUrl, passwordHashing } = config;
  const admission = parts.admission ?? createAdmission(admissionLimits);
  const mediaFolder = join(dataDir, 'media');
  mkdirSync(mediaFolder, { recursive: true });

  const idempotency = createIdempotency({ db, log });
  const markdown = createMarkdown();
  const media = createMedia({ db, storage: createDiskStorage(mediaFolder), publicUrl });
  const accounts = createAccounts({ db, clock, log, media, publicUrl, jwtSecret, passwordHashing });
  // The left declares what it needs of the right; what fills it is made a line later.
  const right: { posts?: Posts; comments?: Comments } = {};
  const categories = createCategories({
    db,
    publicUrl,
    ports: { beforeDelete: async (categoryId) => right.posts?.leaveCategory(categoryId) },
  });
  const ports = {
    beforeDelete: async (tx: Db, postId: number) => right.comments?.beforePostDelete(tx, postId),
    createComment: (raw: RawCall) => operationOf('createComment').run(raw),
  };
  const posts = createPosts({ db, clock, log, accounts, categories, media, markdown, ports, publicUrl });
  right.posts = posts;
  const comments = createComments({ db, clock, accounts, posts, publicUrl });
  right.comments = comments;
  const imports = createImports({ db, clock, accounts, categories, posts, comments, media, log });

  const operations = [media, accounts, categories, posts, comments].flatMap((slice) => slice.operations);
  const operationOf = (id: EndpointId): Operation => {
    const found = operations.find(({ endpoint }) => endpoint.id === id);
    if (!found) throw new Error(`no operation ${id}`);
    return found;
  };
  const http = await createHttpServer({
    config,
    log,
    readiness,
    operations,
    admission,
    idempotency,
    authenticate: accounts.authenticate,
  });
  const dispatch = createDispatch(operations, (error) => log.error({ err: error }, 'in-process call failed'));

  return {
    http,
    idempotency,
    accounts,
    categories,
    posts,
    comments,
    imports,
    media,
    /** Adds the pages; left out where only the API is wanted. */
    addPages: (site: Pick<SiteParts, 'loadBuild' | 'clientFolder' | 'isDevelopment'>): Promise<void> =>
      addSite(http as FastifyInstance, { ...site, publicUrl, dispatch, admission, mediaFolder }),
    async close() {
      await http.close();
      idempotency.stop();
      await posts.stop();
      await markdown.close();
    },
  };
}
