import { type Selectable, type SqlBool, sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import { isUniqueViolation } from '#server/platform/db/db-errors.ts';
import type { Categories } from '#server/platform/db/generated.ts';
import type { Ordering } from '#server/platform/db/paging.ts';
import { prepared } from '#server/platform/db/prepared.ts';
import { beginningWith, containing } from '#server/platform/db/search-terms.ts';
import type { Category } from './category.ts';

const nameKey = 'categories_name_key';
const slugKey = 'categories_slug_key';

export type CategoryField = 'name' | 'created_at';

const matching = (db: Db, terms: string[]) =>
  terms.reduce(
    (query, term) =>
      query.where(
        sql<boolean>`translate(lower(name || ' ' || description), 'ё', 'е') like ${containing(term)}`,
      ),
    db.selectFrom('categories'),
  );

const counted = (db: Db, terms: string[]) =>
  matching(db, terms).select(({ fn }) => fn.countAll<number>().as('count'));
const countedAll = prepared((db) => counted(db, []));

export async function countCategories(db: Db, terms: string[]): Promise<number> {
  const [row] = await (terms.length > 0 ? counted(db, terms).execute() : countedAll(db, {}));
  return row?.count ?? 0;
}

type Part = { ordering: Ordering<CategoryField>; offset: number; size: number };

const inOrder = (db: Db, terms: string[], { ordering, offset, size }: Part) =>
  ordering
    .reduce(
      (query, { field, isDescending }) => query.orderBy(field, isDescending ? 'desc' : 'asc'),
      matching(db, terms).selectAll(),
    )
    .orderBy('id')
    .offset(offset)
    .limit(size);
const allInOrder = prepared((db, part: Part) => inOrder(db, [], part));

export async function listCategories(
  db: Db,
  terms: string[],
  ordering: Ordering<CategoryField>,
  { offset, size }: { offset: number; size: number },
): Promise<Category[]> {
  const part = { ordering, offset, size };
  const rows = await (terms.length > 0 ? inOrder(db, terms, part).execute() : allInOrder(db, part));
  return rows.map(toCategory);
}

const selectByKey = prepared((db, { slugs, ids }: { slugs: string[]; ids?: number[] | undefined }) => {
  const bySlug = sql<SqlBool>`slug = any(${slugs}::text[])`;
  const isIt = ids ? sql<SqlBool>`${bySlug} or id = any(${ids}::bigint[])` : bySlug;
  return db.selectFrom('categories').selectAll().where(isIt);
});

/** By slug first; if that fails and the value has only digits, by id, because older clients use ids in paths. */
export async function findCategory(db: Db, slugOrId: string): Promise<Category | undefined> {
  const ids = /^\d{1,15}$/.test(slugOrId) ? [Number(slugOrId)] : undefined;
  const found = await selectByKey(db, { slugs: [slugOrId], ids });
  const row = found.find(({ slug }) => slug === slugOrId) ?? found[0];
  return row && toCategory(row);
}

export async function findCategoryByName(db: Db, name: string): Promise<Category | undefined> {
  const row = await db
    .selectFrom('categories')
    .selectAll()
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .executeTakeFirst();
  return row && toCategory(row);
}

/** Locks a category against deletion until the transaction ends; false if it does not exist. */
export async function keepCategory(db: Db, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('categories')
    .select('id')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

export async function addToPostsCount(db: Db, id: number, difference: number): Promise<void> {
  await db
    .updateTable('categories')
    .set((row) => ({ posts_count: row('posts_count', '+', difference) }))
    .where('id', '=', id)
    .execute();
}

/** Inserts a category, or returns the field that is taken. Not in a transaction: the violation would abort it. */
export async function insertCategory(
  db: Db,
  category: { name: string; slug: string; description: string },
): Promise<Category | 'name' | 'slug'> {
  try {
    return toCategory(
      await db.insertInto('categories').values(category).returningAll().executeTakeFirstOrThrow(),
    );
  } catch (error) {
    if (isUniqueViolation(error, nameKey)) return 'name';
    if (isUniqueViolation(error, slugKey)) return 'slug';
    throw error;
  }
}

/** The existing slugs that a new one may collide with: the slug itself and its numbered variants. */
export async function findTakenSlugs(db: Db, slug: string): Promise<string[]> {
  const rows = await db
    .selectFrom('categories')
    .select('slug')
    .where((eb) => eb.or([eb('slug', '=', slug), eb('slug', 'like', beginningWith(`${slug}-`))]))
    .execute();
  return rows.map((row) => row.slug);
}

/** Changes the given fields and keeps the slug; false if the name is taken. Not in a transaction, see above. */
export async function updateCategory(
  db: Db,
  id: number,
  changes: { name?: string; description?: string },
): Promise<boolean> {
  try {
    await db
      .updateTable('categories')
      .set((row) => ({ ...changes, slug: row.ref('slug') }))
      .where('id', '=', id)
      .execute();
    return true;
  } catch (error) {
    if (isUniqueViolation(error, nameKey)) return false;
    throw error;
  }
}

/** False if another request has deleted it. */
export async function deleteCategory(db: Db, id: number): Promise<boolean> {
  const row = await db.deleteFrom('categories').where('id', '=', id).returning('id').executeTakeFirst();
  return row !== undefined;
}

const toCategory = (row: Selectable<Categories>): Category => ({
  id: row.id,
  name: row.name,
  slug: row.slug,
  description: row.description,
  postsCount: row.posts_count,
  createdAt: row.created_at,
});
