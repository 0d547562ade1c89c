import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { DbLog } from '../db-log.ts';
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './start-embedded-postgres.ts';

const quiet: DbLog = { info() {}, warn() {}, error() {} };

/** Starts an embedded server on a new temporary folder; `stop` also removes the folder. */
export async function startTemporaryPostgres(
  options: Partial<EmbeddedPostgresOptions> = {},
): Promise<EmbeddedPostgres & { dataDir: string }> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'news-site-data-'));
  const remove = () => rm(dataDir, { recursive: true, force: true });
  try {
    const server = await startEmbeddedPostgres({ dataDir, log: quiet, ...options });
    return { ...server, dataDir, stop: () => server.stop().finally(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}
