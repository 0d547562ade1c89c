import pg from 'pg';
import { processLimits } from '#server/platform/process-limits.ts';

/**
 * A connection for long work as the role that owns the tables. Values are written in the same form whatever the
 * settings of the server are, so that checksums can be compared between servers.
 */
export async function connectAsOwner(url: string, applicationName: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: processLimits.owner,
    keepAlive: true,
    lock_timeout: processLimits.owner,
  });
  // The failing query reports the loss itself.
  client.on('error', () => {});
  await client.connect();
  await client.query(`
    set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set client_min_messages = warning;
    set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set bytea_output = 'hex';
    set extra_float_digits = 1; set client_encoding = 'UTF8'; set row_security = off; set search_path = public`);
  return client;
}
