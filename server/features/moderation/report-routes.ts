import * as contract from '#contract/reports.ts';
import { presentAuthor } from '#server/features/accounts/index.ts';
import { created, type Operation, ok, operation } from '#server/platform/http/operation.ts';
import { pageLinks } from '#server/platform/http/page-links.ts';
import type { ReportCase } from './report-case.ts';
import type { ReportCases } from './report-case-service.ts';
import type { ReportQueue } from './report-queue-service.ts';

type Deps = { cases: ReportCases; queue: ReportQueue; publicUrl: string };

export function reportRoutes({ cases, queue, publicUrl }: Deps): Operation[] {
  const present = (found: ReportCase) => presentCase(found, publicUrl);
  return [
    operation(contract.createReport, {
      handle: async ({ actor, body }) => {
        const { target_kind: kind, target: id, rule } = body;
        const text = body.text ?? '';
        const createdAt = await cases.report(actor, { kind, id, rule, text });
        return created({ target: { kind, id }, rule, text, created_at: createdAt.toISOString() });
      },
    }),
    operation(contract.listReportCases, {
      handle: async ({ actor, query, path, rawQuery }) => {
        const found = await queue.list(actor, query);
        return ok({
          count: found.count,
          ...pageLinks({ publicUrl, path, query: rawQuery }, found.page, found.count),
          results: found.cases.map(present),
        });
      },
    }),
    operation(contract.assignReportCase, {
      load: ({ params }) => queue.get(params.id),
      handle: async ({ actor, body }, found) => ok(present(await queue.assign(actor, found, body.assigned))),
    }),
    operation(contract.decideReportCase, {
      load: ({ params }) => queue.get(params.id),
      handle: async ({ actor, body: { outcome, rule, reason } }, found) =>
        ok(present(await queue.decide(actor, found, { outcome, rule: rule ?? null, reason: reason ?? '' }))),
    }),
  ];
}

function presentCase(found: ReportCase, publicUrl: string): contract.ReportCase {
  const { target, closed, assignee } = found;
  const person = (account: ReportCase['assignee']) => account && presentAuthor(account, publicUrl);
  return {
    id: found.id,
    target: {
      kind: target.kind,
      id: target.id,
      name: target.name,
      text: target.text,
      is_public: target.isPublic,
      slug: target.slug,
    },
    context: found.context,
    author: presentAuthor(found.author, publicUrl),
    reports_count: found.reportsCount,
    reports: found.reports.map(({ reporter, rule, text, createdAt }) => ({
      reporter: presentAuthor(reporter, publicUrl),
      rule,
      text,
      created_at: createdAt.toISOString(),
    })),
    assignee: person(assignee),
    created_at: found.createdAt.toISOString(),
    closed: closed && { at: closed.at.toISOString(), by: person(closed.by), outcome: closed.outcome },
  };
}
