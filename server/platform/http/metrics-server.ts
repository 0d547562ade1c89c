import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { promisify } from 'node:util';
import type { MetricsSource } from '../metrics.ts';

export type MetricsSettings = { host: string; port: number; token: string | undefined };

/**
 * Serves `/metrics` on a separate port, so that no proxy of the site exposes it. If a token is configured, it is
 * required.
 */
export async function startMetricsServer(
  metrics: MetricsSource,
  { host, port, token }: MetricsSettings,
): Promise<{ port: number; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    const refuse = (status: number) => response.writeHead(status, { 'content-type': 'text/plain' }).end();
    if (request.url !== '/metrics') return refuse(404);
    if (request.method !== 'GET') return refuse(405);
    if (token !== undefined && !isEqual(request.headers.authorization ?? '', `Bearer ${token}`))
      return refuse(401);
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      () => refuse(503),
    );
  });
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    stop: async () => {
      server.closeAllConnections();
      await promisify(server.close.bind(server))();
    },
  };
}

function isEqual(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}
