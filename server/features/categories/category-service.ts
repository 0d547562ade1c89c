import { slugify } from '#contract/slug.ts';
import type { Db } from '#server/platform/db/database.ts';
import { longPageSize, orderingOf, type Page, pageOf } from '#server/platform/db/paging.ts';
import { searchTerms } from '#server/platform/db/search-terms.ts';
import { invalidFields, notFound } from '#server/platform/errors.ts';
import { insertWithFreeSlug } from '#server/platform/slug.ts';
import {
  type Category,
  type CategoryStyle,
  categorySlugRules,
  chooseStyle,
  type NewCategory,
} from './category.ts';
import * as store from './category-store.ts';

export type CategoryQuery = { search?: string; ordering?: string; page?: string; page_size?: string };
/** Runs before a category is deleted. The foreign key clears the remaining references. */
export type CategoryPorts = { beforeDelete(categoryId: number): Promise<void> };

export type CategoryService = ReturnType<typeof createCategoryService>;

export function createCategoryService({ db, ports }: { db: Db; ports: CategoryPorts }) {
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

  /** The style of a new category; the site chooses what the request leaves out. */
  async function styleOf(from: Db, { name, color, mark }: NewCategory): Promise<CategoryStyle> {
    const chosen = chooseStyle(name, await store.countCategories(from, []));
    return {
      color: color === undefined ? chosen.color : color,
      mark: mark === undefined ? chosen.mark : mark,
    };
  }

  /** Adds a category with the next free slug; 400 for a name that is taken in any letter case. */
  async function add(category: NewCategory): Promise<Category> {
    const style = await styleOf(db, category);
    return insertWithFreeSlug(slugify(category.name, categorySlugRules), {
      maxLength: categorySlugRules.maxLength,
      findTaken: (slug) => store.findTakenSlugs(db, slug),
      insert: async (slug) => {
        const result = await store.insertCategory(db, { ...category, ...style, slug });
        if (result === 'name') throw nameTakenError();
        return result === 'slug' ? undefined : result;
      },
    });
  }

  async function update(category: Category, changes: Partial<NewCategory>): Promise<Category> {
    if (!(await store.updateCategory(db, category.id, changes))) throw nameTakenError();
    return get(String(category.id));
  }

  /** Deletes a category; its posts stay. */
  async function remove(category: Category): Promise<void> {
    await ports.beforeDelete(category.id);
    if (!(await store.deleteCategory(db, category.id))) throw notFound('categories.notFound');
  }

  return {
    list,
    get,
    add,
    update,
    remove,
    find: (slugOrId: string, from: Db = db) => store.findCategory(from, slugOrId),
    /** Case-insensitive. */
    findByName: (name: string, from: Db = db) => store.findCategoryByName(from, name),
    /** Inserts a category with the given slug; undefined if slug or name is taken. */
    create: async (from: Db, category: NewCategory & { slug: string }) => {
      const style = await styleOf(from, category);
      const result = await store.insertCategory(from, { ...category, ...style });
      return typeof result === 'string' ? undefined : result.id;
    },
    /** The first categories by name, in one statement. */
    listFirst: async (size: number) =>
      store.listCategories(db, [], [{ field: 'name', isDescending: false }], { offset: 0, size }),
    count: () => store.countCategories(db, []),
    lock: store.lockCategory,
    addToPostsCount: store.addToPostsCount,
  };
}

const nameTakenError = () => invalidFields({ name: 'categories.nameTaken' });
