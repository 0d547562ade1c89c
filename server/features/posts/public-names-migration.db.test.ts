import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DatabaseBefore, startDatabaseBefore } from '#tests/support/database-before.ts';

/** How migrations 0084 to 0086 fill the new columns for posts that were unpublished or renamed before. */
let database: DatabaseBefore;

beforeAll(async () => {
  database = await startDatabaseBefore('0084');
});
afterAll(() => database?.stop());

const day = (number: number) => `2026-01-${String(number).padStart(2, '0')}T00:00:00Z`;

async function insertPost(id: number, title: string, slug: string, columns: object = {}): Promise<void> {
  const values = { status: 'draft', created_at: day(1), updated_at: day(1), ...columns };
  const names = Object.keys(values);
  await database.client.query(
    `insert into posts (id, author_id, title, slug, content, content_html, content_text, excerpt,
       reading_time_minutes, renderer_version, ${names.join(', ')})
     overriding system value
     values ($1, 1, $2, $3, '', '', '', '', 1, 1, ${names.map((_, index) => `$${index + 4}`).join(', ')})`,
    [id, title, slug, ...Object.values(values)],
  );
}
const rename = async (id: number, at: string, title: string, slug: string) => {
  await database.client.query(
    `insert into post_revisions (post_id, account_id, version, title, content, created_at)
     values ($1, 1, (select count(*) + 1 from post_revisions where post_id = $1), $2, '', $3)`,
    [id, title, at],
  );
  await database.client.query(
    'insert into post_slug_history (slug, post_id, created_at) values ($1, $2, $3)',
    [slug, id, at],
  );
};
const comment = (id: number, at: string) =>
  database.client.query(
    `insert into comments (post_id, author_id, content, created_at, updated_at) values ($1, 1, 'Слово', $2, $2)`,
    [id, at],
  );

it('gives unpublished posts their last public title and slug, and each slug to one post', async () => {
  await database.client.query(
    `insert into accounts (id, username, username_key, email, email_key, password_hash)
     overriding system value values (1, 'anna', 'anna', 'a@example.com', 'a@example.com', '-')`,
  );
  await insertPost(1, 'Новое имя', 'novoe-imya');
  await rename(1, day(2), 'Самое первое', 'samoe-pervoe');
  await comment(1, day(5));
  await rename(1, day(8), 'Публичное', 'publichnoe');
  await rename(1, day(9), 'Тайное', 'taynoe');
  await insertPost(2, 'Скрытое и новое', 'skrytoe-i-novoe', {
    status: 'hidden',
    hidden_status: 'published',
    hidden_at: day(6),
  });
  await rename(2, day(7), 'Скрытое', 'skrytoe');
  await insertPost(3, 'Никогда', 'nikogda');
  await insertPost(4, 'На виду', 'na-vidu', { status: 'published' });
  // A former slug that another post had taken.
  await rename(4, day(3), 'Никогда', 'nikogda');
  await insertPost(5, 'Снято без правок', 'snyato');
  await comment(5, day(4));

  await database.applyTheOthers();

  const { rows } = await database.client.query('select public_title, public_slug from posts order by id');
  expect(rows.map((row) => [row.public_title, row.public_slug])).toEqual([
    ['Публичное', 'publichnoe'],
    ['Скрытое', 'skrytoe'],
    [null, null],
    [null, null],
    ['Снято без правок', 'snyato'],
  ]);
  const slugs = await database.client.query('select slug, post_id, was_public from post_slugs order by slug');
  expect(slugs.rows.map((row) => [row.slug, Number(row.post_id), row.was_public])).toEqual([
    ['na-vidu', 4, true],
    ['nikogda', 3, false],
    ['novoe-imya', 1, true],
    ['publichnoe', 1, true],
    ['samoe-pervoe', 1, true],
    ['skrytoe', 2, true],
    ['skrytoe-i-novoe', 2, true],
    ['snyato', 5, true],
    ['taynoe', 1, true],
  ]);
});
