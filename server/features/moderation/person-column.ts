import { type RawBuilder, sql } from 'kysely';
import type { Author } from '#server/features/accounts/index.ts';
import { pictureColumn } from '#server/platform/picture.ts';

/** The account of a column, as JSON; null without one. */
export const personColumn = (column: string): RawBuilder<Author | null> => sql<Author | null>`(
  select json_build_object('id', person.id, 'username', person.username, 'firstName', person.first_name,
    'lastName', person.last_name, 'avatar', ${pictureColumn('picture')})
  from accounts as person left join media as picture on picture.id = person.avatar_id
  where person.id = ${sql.ref(column)})`;
