import * as contract from '#contract/search.ts';
import { type Operation, ok, operation } from '#server/platform/http/operation.ts';
import { pageLinks } from '#server/platform/http/page-links.ts';
import { networkOf } from '#server/platform/network.ts';
import { presentSearch, presentSuggestions } from './search-presenter.ts';
import type { SearchService } from './search-service.ts';

export function searchRoutes({
  service,
  publicUrl,
}: {
  service: SearchService;
  publicUrl: string;
}): Operation[] {
  return [
    operation(contract.searchSite, {
      handle: async ({ query, path, rawQuery }) => {
        const found = await service.search(query);
        const count = found.counts[found.tab];
        return ok({
          count,
          ...pageLinks({ publicUrl, path, query: rawQuery }, found.page, count),
          ...presentSearch(found, publicUrl),
        });
      },
    }),
    operation(contract.suggestSearch, {
      handle: async ({ query, origin }) => {
        const network = origin ? networkOf(origin.address) : undefined;
        return ok(presentSuggestions(await service.suggest(query.text ?? '', network), publicUrl));
      },
    }),
  ];
}
