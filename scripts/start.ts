import { resolve } from 'node:path';
import { runUnderInit, supervise } from '../server/supervisor.ts';

runUnderInit();
process.env.NODE_ENV ??= 'production';
const root = resolve(import.meta.dirname, '..');
// The processes below start sooner when their modules are compiled already.
process.env.NODE_COMPILE_CACHE ??= resolve(root, 'build/compiled');
await supervise({
  // Separate processes and on-demand imports: this process lives as long as the site and stays small.
  setupCommands: [[resolve(root, 'scripts/build-site.ts')]],
  serverArgs: [resolve(root, 'server/main.ts')],
  cleanUp: async () => (await import('../server/open-database.ts')).stopOrphanedDatabase(),
});
