import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import type { MailServer } from './transport.ts';

/** Stores for all processes what the mail server can do. */
export async function storeMailServer(db: Db, { acceptsUnicodeNames }: MailServer): Promise<void> {
  await sql`
    insert into mail_server (accepts_unicode_names) values (${acceptsUnicodeNames})
    on conflict (is_known) do update set accepts_unicode_names = excluded.accepts_unicode_names
    where mail_server.accepts_unicode_names <> excluded.accepts_unicode_names`.execute(db);
}

/** False until a mail server has accepted a mail. */
export async function refusesUnicodeNames(db: Db): Promise<boolean> {
  const row = await db.selectFrom('mail_server').select('accepts_unicode_names').executeTakeFirst();
  return row?.accepts_unicode_names === false;
}
