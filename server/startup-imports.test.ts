import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

/** Each of these takes megabytes in every process, and only some processes or some requests need it. */
const lazyModules = [
  '/node_modules/stripe/',
  '/node_modules/nodemailer/',
  '/node_modules/html-to-text/',
  '/node_modules/sharp/',
  '/node_modules/yaml/',
  '/node_modules/unified/',
  '/node_modules/vite/',
  '/node_modules/swagger-ui-dist/swagger',
  '/node_modules/@opentelemetry/sdk-trace/',
  '/node_modules/@opentelemetry/exporter-trace-otlp-http/',
];

/** Imports the modules of a process and prints every file that this loads. */
const program = `
  import { registerHooks } from 'node:module';
  registerHooks({ load: (url, context, next) => { console.log(url); return next(url, context); } });
  await import('./server/cluster.ts');
`;

it('loads no module at the start that a process which serves reads does not need', () => {
  const root = resolve(import.meta.dirname, '..');
  const loaded = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(loaded).toContain('/server/compose.ts');
  expect(loaded).toContain('/node_modules/fastify/');
  expect(lazyModules.filter((part) => loaded.includes(part))).toEqual([]);
});
