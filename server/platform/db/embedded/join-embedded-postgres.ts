import { readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { dataPaths } from './data-folder.ts';
import { type ServerUrls, serverUrls } from './roles.ts';
import { loadSecrets } from './server-secrets.ts';

/**
 * URLs of the server that another process runs on `dataDir`; undefined while none accepts connections. Starts and
 * writes nothing. Throws EmbeddedPostgresError when the secrets are lost.
 */
export async function joinEmbeddedPostgres(dataDir: string): Promise<ServerUrls | undefined> {
  const paths = dataPaths(realpathSync(dataDir));
  const socketFolder = readSocketFolder(paths.cluster);
  return socketFolder ? serverUrls(socketFolder, await loadSecrets(paths.secrets, true)) : undefined;
}

/** Lines of postmaster.pid: 5 socket folder, 8 status. The owner may run with another TMPDIR. */
function readSocketFolder(cluster: string): string | undefined {
  try {
    const lines = readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    return lines[7]?.trim() === 'ready' ? lines[4]?.trim() : undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
