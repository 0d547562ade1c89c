import { titleSlug } from '#contract/slug.ts';
import { type Audit, changesOf } from '#server/features/audit/index.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
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

type Deps = { db: Db; audit: Audit; ports: CategoryPorts };

/** The values of a category that the log shows. */
const valuesOf = ({ name, description, color, mark }: Category) => ({
  name,
  description,
  color: color ?? null,
  mark: mark ?? null,
});
const targetOf = ({ id, name }: Category) => ({ kind: 'category' as const, id, name });

export function createCategoryService({ db, audit, ports }: Deps) {
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
    return insertWithFreeSlug(titleSlug(category.name, categorySlugRules), {
      maxLength: categorySlugRules.maxLength,
      findTaken: (slugs) => store.findTakenSlugs(db, slugs),
      insert: async (slug) => {
        return inTransaction(db, async (tx) => {
          const result = await store.insertCategory(tx, { ...category, ...style, slug });
          if (result === 'name') throw nameTakenError();
          if (result === 'slug') return undefined;
          const event = { action: 'category.create' as const, target: targetOf(result) };
          await audit.record(tx, { ...event, after: valuesOf(result) });
          return result;
        });
      },
    });
  }

  async function update(category: Category, changes: Partial<NewCategory>): Promise<Category> {
    await inTransaction(db, async (tx) => {
      if (!(await store.updateCategory(tx, category.id, changes))) throw nameTakenError();
      const now = await store.findCategory(tx, String(category.id));
      const changed = now && changesOf(valuesOf(category), valuesOf(now));
      if (changed)
        await audit.record(tx, { action: 'category.edit', target: targetOf(category), ...changed });
    });
    return get(String(category.id));
  }

  /** Deletes a category; its posts stay. */
  async function remove(category: Category): Promise<void> {
    await ports.beforeDelete(category.id);
    await inTransaction(db, async (tx) => {
      if (!(await store.deleteCategory(tx, category.id))) throw notFound('categories.notFound');
      const event = { action: 'category.delete' as const, target: targetOf(category) };
      await audit.record(tx, { ...event, before: valuesOf(category) });
    });
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
    /** Deletes a category that nothing uses; false if something does. */
    removeUnused: (id: number, isUsed: (tx: Db) => Promise<boolean>) =>
      inTransaction(db, async (tx) => {
        if (!(await store.lockForDelete(tx, id)) || (await isUsed(tx))) return false;
        return store.deleteCategory(tx, id);
      }),
    lock: store.lockCategory,
    addToPostsCount: store.addToPostsCount,
  };
}

const nameTakenError = () => invalidFields({ name: 'categories.nameTaken' });
