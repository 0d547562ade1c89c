import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { compose } from '#server/compose.ts';
import { loadConfig } from '#server/config.ts';
import { openDatabase } from '#server/platform/db/database.ts';
import { createLog } from '#server/platform/log.ts';

/** An SQL statement as the site sends it. */
export type Statement = { text: string; values: unknown[] };

/** Records the SQL statements of one API request, in order. */
export async function recordStatements(databaseUrl: string, path: string): Promise<Statement[]> {
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
    jwtSecret: 'unused, but long enough to be accepted',
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
