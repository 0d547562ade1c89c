import type pg from 'pg';

/**
 * Tracks the connections of a pool. Returns a function that closes all of them at once, including those with a running
 * query.
 */
export function trackConnections(pool: pg.Pool): () => void {
  const clients = new Set<pg.PoolClient>();
  pool.on('connect', (client) => {
    clients.add(client);
    // When a checked-out connection is lost, its query fails and the client also emits an error event.
    client.on('error', () => undefined);
  });
  pool.on('remove', (client) => clients.delete(client));
  return () => {
    // A running query fails with "Connection terminated", and the pool opens a new connection for the next one.
    for (const client of clients) void (client as pg.PoolClient & pg.Client).end().catch(() => undefined);
  };
}
