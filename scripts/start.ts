import { resolve } from 'node:path';
import { leaveProcessOne, supervise } from '../server/supervisor.ts';

leaveProcessOne();
process.env.NODE_ENV ??= 'production';
const root = resolve(import.meta.dirname, '..');
await supervise({
  // Processes of their own, and loaded where they are needed: this one stays as long as the site, and small.
  before: [[resolve(root, 'scripts/build-site.ts')]],
  server: [resolve(root, 'server/main.ts')],
  cleanUp: async () => (await import('../server/open-database.ts')).stopLeftDatabase(),
});
