import type { Db } from '#server/platform/db/database.ts';
import type { Operation } from '#server/platform/http/operation.ts';
import { categoryRoutes } from './category-routes.ts';
import { type CategoryService, createCategoryService } from './category-service.ts';

export { type Category, categorySlugRules } from './category.ts';
export { presentCategory } from './category-presenter.ts';

export type Categories = CategoryService & { operations: Operation[] };

export function createCategories({ db, publicUrl }: { db: Db; publicUrl: string }): Categories {
  const categories = createCategoryService({ db });
  return { ...categories, operations: categoryRoutes({ categories, publicUrl }) };
}
