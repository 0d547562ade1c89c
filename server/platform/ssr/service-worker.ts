import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { sendFixed } from '../http/fixed-response.ts';

/**
 * Removes itself and everything that the service worker has stored, from the browsers that still have it: at this address they
 * look for updates.
 */
const removingWorker = `addEventListener('install', function () { skipWaiting(); });
addEventListener('activate', function (event) {
  event.waitUntil(
    caches.keys()
      .then(function (names) { return Promise.all(names.map(function (name) { return caches.delete(name); })); })
      .then(function () { return registration.unregister(); })
  );
});
`;

/** It loads no code, and calls only the site itself. */
const policy = "default-src 'none'; connect-src 'self'";

type Options = {
  isOn: boolean;
  /** Folder of the built files for browsers; null in development. */
  clientFolder: string | null;
  siteName: string;
};

/** Serves the service worker at the root, which is its scope, or the one that removes it. */
export function serveServiceWorker(app: FastifyInstance, options: Options): void {
  const headers = {
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': policy,
  };
  const body = workerScript(options);
  app.get(
    '/sw.js',
    sendFixed(() => ({ headers, body })),
  );
}

/** Browsers compare the bytes: a new release, or another name of the site, installs the worker and its offline page again. */
function workerScript({ isOn, clientFolder, siteName }: Options): string {
  if (!isOn || clientFolder === null) return removingWorker;
  const files = readdirSync(join(clientFolder, 'assets')).sort();
  const release = hash('sha256', JSON.stringify([siteName, files])).slice(0, 16);
  return `// ${release}\n${readFileSync(join(clientFolder, '..', 'worker', 'worker.js'), 'utf8')}`;
}
