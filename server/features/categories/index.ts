import type { Audit } from '#server/features/audit/index.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { Operation } from '#server/platform/http/operation.ts';
import { categoryRoutes } from './category-routes.ts';
import { type CategoryPorts, type CategoryService, createCategoryService } from './category-service.ts';

export { type Category, categorySlugRules } from './category.ts';
export { presentCategory } from './category-presenter.ts';

export type Categories = CategoryService & { operations: Operation[] };

type Deps = { db: Db; audit: Audit; ports: CategoryPorts; publicUrl: string };

export function createCategories({ publicUrl, ...deps }: Deps): Categories {
  const categories = createCategoryService(deps);
  return { ...categories, operations: categoryRoutes({ categories, publicUrl }) };
}
