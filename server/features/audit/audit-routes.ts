import * as contract from '#contract/audit.ts';
import { type Operation, ok, operation } from '#server/platform/http/operation.ts';
import { pageLinks } from '#server/platform/http/page-links.ts';
import { presentEntry } from './audit-presenter.ts';
import type { AuditService } from './audit-service.ts';

type Deps = { audit: Pick<AuditService, 'list' | 'exportCsv'>; publicUrl: string };

export function auditRoutes({ audit, publicUrl }: Deps): Operation[] {
  return [
    operation(contract.listAuditLog, {
      handle: async ({ query, path, rawQuery }) => {
        const { entries, count, page } = await audit.list(query);
        return ok({
          count,
          ...pageLinks({ publicUrl, path, query: rawQuery }, page, count),
          results: entries.map(presentEntry),
        });
      },
    }),
    operation(contract.exportAuditLog, {
      handle: async ({ body }) => ({ ...ok(''), stream: await audit.exportCsv(body) }),
    }),
  ];
}
