import * as contract from '#contract/site.ts';
import { type Operation, ok, operation } from '#server/platform/http/operation.ts';
import type { FigureService } from './figure-service.ts';

export function figureRoutes({ figures }: { figures: FigureService }): Operation[] {
  return [
    operation(contract.getSiteFigures, {
      handle: async () => {
        const { posts, comments, authors, categories } = await figures.find();
        return ok({
          posts_count: posts,
          authors_count: authors,
          comments_count: comments,
          categories_count: categories,
        });
      },
    }),
  ];
}
