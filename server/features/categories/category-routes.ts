import * as contract from '#contract/categories.ts';
import { type Operation, ok, operation } from '#server/platform/http/operation.ts';
import { pageLinks } from '#server/platform/http/page-links.ts';
import { presentCategory } from './category-presenter.ts';
import type { CategoryService } from './category-service.ts';

export function categoryRoutes({
  categories,
  publicUrl,
}: {
  categories: CategoryService;
  publicUrl: string;
}): Operation[] {
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
  ];
}
