import { type Selectable, type SqlBool, sql } from 'kysely';
import { cachedQuery } from '#server/platform/db/compiled-query-cache.ts';
import type { Db } from '#server/platform/db/database.ts';
import { isUniqueViolation } from '#server/platform/db/db-errors.ts';
import type { Categories } from '#server/platform/db/generated.ts';
import type { Ordering } from '#server/platform/db/paging.ts';
import { containsPattern } from '#server/platform/db/search-terms.ts';
import { parseId } from '#server/platform/id.ts';
import type { Category, NewCategory } from './category.ts';

const nameKey = 'categories_name_key';
const slugKey = 'categories_slug_key';

export type CategoryField = 'name' | 'created_at';

const selectMatching = (db: Db, terms: string[]) =>
  terms.reduce(
    (query, term) =>
      query.where(sql<boolean>`search_spelling(name || ' ' || description) like ${containsPattern(term)}`),
    db.selectFrom('categories'),
  );

const selectCount = (db: Db, terms: string[]) =>
  selectMatching(db, terms).select(({ fn }) => fn.countAll<number>().as('count'));
const selectTotalCount = cachedQuery((db) => selectCount(db, []));

export async function countCategories(db: Db, terms: string[]): Promise<number> {
  const [row] = await (terms.length > 0 ? selectCount(db, terms).execute() : selectTotalCount(db, {}));
  return row?.count ?? 0;
}

type CategoryPage = { ordering: Ordering<CategoryField>; offset: number; size: number };

const selectOrdered = (db: Db, terms: string[], { ordering, offset, size }: CategoryPage) =>
  ordering
    .reduce(
      (query, { field, isDescending }) => query.orderBy(field, isDescending ? 'desc' : 'asc'),
      selectMatching(db, terms).selectAll(),
    )
    .orderBy('id')
    .offset(offset)
    .limit(size);
const selectAllOrdered = cachedQuery((db, page: CategoryPage) => selectOrdered(db, [], page));

export async function listCategories(
  db: Db,
  terms: string[],
  ordering: Ordering<CategoryField>,
  { offset, size }: { offset: number; size: number },
): Promise<Category[]> {
  const page = { ordering, offset, size };
  const rows = await (terms.length > 0
    ? selectOrdered(db, terms, page).execute()
    : selectAllOrdered(db, page));
  return rows.map(toCategory);
}

const selectByKey = cachedQuery((db, { slugs, ids }: { slugs: string[]; ids?: number[] | undefined }) => {
  const bySlug = sql<SqlBool>`slug = any(${slugs}::text[])`;
  const isMatch = ids ? sql<SqlBool>`${bySlug} or id = any(${ids}::bigint[])` : bySlug;
  return db.selectFrom('categories').selectAll().where(isMatch);
});

/** By slug first; if that fails and the value has only digits, by id, because older clients use ids in paths. */
export async function findCategory(db: Db, slugOrId: string): Promise<Category | undefined> {
  const id = parseId(slugOrId);
  const ids = id === undefined ? undefined : [id];
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
export async function lockCategory(db: Db, id: number): Promise<boolean> {
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
  category: NewCategory & { slug: string },
): Promise<Category | 'name' | 'slug'> {
  try {
    // A taken slug must not end the transaction: the caller tries the next one.
    const row = await db
      .insertInto('categories')
      .values(category)
      .onConflict((conflict) => conflict.constraint(slugKey).doNothing())
      .returningAll()
      .executeTakeFirst();
    return row ? toCategory(row) : 'slug';
  } catch (error) {
    if (isUniqueViolation(error, nameKey)) return 'name';
    throw error;
  }
}

export async function findTakenSlugs(db: Db, slugs: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('categories')
    .select('slug')
    .where('slug', '=', sql<string>`any(${slugs}::text[])`)
    .execute();
  return rows.map((row) => row.slug);
}

/** Changes the given fields and keeps the slug; false if the name is taken. Not in a transaction, see above. */
export async function updateCategory(db: Db, id: number, changes: Partial<NewCategory>): Promise<boolean> {
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
/** No post can be added to a category that is locked so. */
export async function lockForDelete(db: Db, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('categories')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteCategory(db: Db, id: number): Promise<boolean> {
  const row = await db.deleteFrom('categories').where('id', '=', id).returning('id').executeTakeFirst();
  return row !== undefined;
}

const toCategory = (row: Selectable<Categories>): Category => ({
  id: row.id,
  name: row.name,
  slug: row.slug,
  description: row.description,
  color: row.color as Category['color'],
  mark: row.mark as Category['mark'],
  postsCount: row.posts_count,
  createdAt: row.created_at,
});
