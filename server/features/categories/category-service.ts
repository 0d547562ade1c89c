import type { Db } from '#server/platform/db/database.ts';
import { longPageSize, orderingOf, type Page, pageOf } from '#server/platform/db/paging.ts';
import { searchTerms } from '#server/platform/db/search-terms.ts';
import { notFound } from '#server/platform/errors.ts';
import type { Category } from './category.ts';
import * as store from './category-store.ts';

export type CategoryQuery = { search?: string; ordering?: string; page?: string; page_size?: string };
export type CategoryService = ReturnType<typeof createCategoryService>;

export function createCategoryService({ db }: { db: Db }) {
  async function list(query: CategoryQuery): Promise<{ categories: Category[]; count: number; page: Page }> {
    const terms = searchTerms(query.search);
    const ordering = orderingOf(query.ordering, { name: 'name', created_at: 'created_at' }, [
      { field: 'name', isDescending: false },
    ]);
    const count = await store.countCategories(db, terms);
    const page = pageOf(query, count, longPageSize);
    return { categories: await store.listCategories(db, terms, ordering, page), count, page };
  }

  /** By slug or id; 404 for an unknown one. */
  async function get(slugOrId: string): Promise<Category> {
    const category = await store.findCategory(db, slugOrId);
    if (!category) throw notFound('categories.notFound');
    return category;
  }

  return {
    list,
    get,
    find: (slugOrId: string, from: Db = db) => store.findCategory(from, slugOrId),
    /** By name in whatever case. */
    findByName: (name: string, from: Db = db) => store.findCategoryByName(from, name),
    create: (tx: Db, category: { name: string; slug: string; description: string }) =>
      store.insertCategory(tx, category),
    keep: store.keepCategory,
    addPosts: store.addToPostsCount,
  };
}
