import type pg from 'pg';

/** Follows the connections of a pool; returned is what closes all of them at once, those with a query under way too. */
export function trackConnections(pool: pg.Pool): () => void {
  const clients = new Set<pg.PoolClient>();
  pool.on('connect', (client) => {
    clients.add(client);
    // A connection lost while it is lent out tells its query, and says so once more as an event.
    client.on('error', () => undefined);
  });
  pool.on('remove', (client) => clients.delete(client));
  return () => {
    // A query under way fails with "Connection terminated", and the pool makes a new connection for the next.
    for (const client of clients) void (client as pg.PoolClient & pg.Client).end().catch(() => undefined);
  };
}
