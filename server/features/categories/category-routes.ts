import type { z } from 'zod';
import * as contract from '#contract/categories.ts';
import { created, noContent, type Operation, ok, operation } from '#server/platform/http/operation.ts';
import { pageLinks } from '#server/platform/http/page-links.ts';
import type { Category } from './category.ts';
import { presentCategory } from './category-presenter.ts';
import type { CategoryService } from './category-service.ts';

type CategoryChanges = z.output<typeof contract.categoryChanges>;

export function categoryRoutes({
  categories,
  publicUrl,
}: {
  categories: CategoryService;
  publicUrl: string;
}): Operation[] {
  const update = (category: Category, body: CategoryChanges) =>
    categories.update(category, { ...body, description: body.description ?? undefined });
  return [
    operation(contract.listCategories, {
      handle: async ({ query, rawQuery, path }) => {
        const { categories: found, count, page } = await categories.list(query);
        const links = pageLinks({ publicUrl, path, query: rawQuery }, page, count);
        return ok({ count, ...links, results: found.map(presentCategory) });
      },
    }),
    operation(contract.getCategory, {
      handle: async ({ params }) => ok(presentCategory(await categories.get(params.slug))),
    }),
    operation(contract.createCategory, {
      handle: async ({ body }) =>
        created(presentCategory(await categories.add({ ...body, description: body.description ?? '' }))),
    }),
    operation(contract.replaceCategory, {
      load: ({ params }) => categories.get(params.slug),
      handle: async ({ body }, category) => ok(presentCategory(await update(category, body))),
    }),
    operation(contract.updateCategory, {
      load: ({ params }) => categories.get(params.slug),
      handle: async ({ body }, category) => ok(presentCategory(await update(category, body))),
    }),
    operation(contract.deleteCategory, {
      handle: async ({ params }) => {
        await categories.remove(await categories.get(params.slug));
        return noContent();
      },
    }),
  ];
}
