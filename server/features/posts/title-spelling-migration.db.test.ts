import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DatabaseBefore, startDatabaseBefore } from '#tests/support/database-before.ts';

/** How migration 0294 spells the titles of posts that searches compare. */
let database: DatabaseBefore;

beforeAll(async () => {
  database = await startDatabaseBefore('0294');
});
afterAll(() => database?.stop());

const insertPost = (id: number, title: string) =>
  database.client.query(
    `insert into posts (id, author_id, title, slug, content, content_html, content_text, excerpt, reading_time_minutes, status, created_at, updated_at,
       renderer_version)
     overriding system value values ($1, 1, $2, $3, '', '', '', '', 1, 'draft', now(), now(), 1)`,
    [id, title, `post-${id}`],
  );
const readKeys = async () =>
  (await database.client.query('select title_key from post_search_index order by id')).rows.map(
    ({ title_key }) => title_key,
  );

it('spells new titles at once, and those of older versions when they are analysed again', async () => {
  await database.client.query(
    `insert into accounts (id, username, username_key, email, email_key, password_hash)
     overriding system value values (1, 'anna', 'anna', 'a@example.com', 'a@example.com', '-')`,
  );
  await insertPost(1, 'Ста\u0301рая Ёлка № 5');
  await database.applyTheOthers();
  await insertPost(2, 'Но\u0301вая Ёлка № 6');
  expect(await readKeys()).toEqual(['ста\u0301рая елка № 5', 'новая елка №6']);
  await database.client.query('update post_search_index set analysis_version = 12');
  await database.client.query(`update posts set title = 'Друга\u00adя' where id = 2`);
  expect(await readKeys()).toEqual(['старая елка №5', 'другая']);
});
