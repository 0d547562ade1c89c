import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { compose } from '#server/compose.ts';
import { loadConfig } from '#server/config.ts';
import { openDatabase } from '#server/platform/db/database.ts';
import { createLog } from '#server/platform/log.ts';

/** A statement as the site sends it. */
export type Statement = { text: string; values: unknown[] };

/** The statements of a request to the API, in order, written down while it is answered once. */
export async function statementsOf(databaseUrl: string, path: string): Promise<Statement[]> {
  const statements: Statement[] = [];
  const db = openDatabase({
    url: databaseUrl,
    maxConnections: 1,
    applicationName: 'news-site bench',
    onQuery: (text, parameters) => statements.push({ text, values: [...parameters] }),
  });
  const dataDir = mkdtempSync(join(tmpdir(), 'news-site-statements-'));
  const app = await compose({
    config: loadConfig({ CACHE_MB: '0', SHED_ON_LAG: 'false' }),
    db,
    dataDir,
    jwtSecret: 'of no use to anybody, and long enough',
    log: createLog('silent') as FastifyBaseLogger,
    readiness: { isReady: () => true, isStopping: () => false },
  });
  try {
    statements.length = 0;
    const { statusCode } = await app.http.inject({ url: path });
    if (statusCode !== 200) throw new Error(`${path}: ${statusCode}`);
    return statements;
  } finally {
    await app.close();
    await db.destroy();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
