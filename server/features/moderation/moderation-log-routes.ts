import * as contract from '#contract/moderation-log.ts';
import { type Operation, ok, operation } from '#server/platform/http/operation.ts';
import { pageLinks } from '#server/platform/http/page-links.ts';
import { moscowDay } from '#server/platform/moscow-day.ts';
import type { LogEntry } from './moderation-log.ts';
import type { ModerationLog } from './moderation-log-service.ts';

type Deps = { log: ModerationLog; publicUrl: string };

/** The public log of decisions, and its monthly figures. */
export function moderationLogRoutes({ log, publicUrl }: Deps): Operation[] {
  return [
    operation(contract.listModerationLog, {
      handle: async ({ query, path, rawQuery }) => {
        const { entries, count, page } = await log.list(query);
        return ok({
          count,
          ...pageLinks({ publicUrl, path, query: rawQuery }, page, count),
          results: entries.map(presentEntry),
        });
      },
    }),
    operation(contract.getModerationStats, {
      handle: async () => ok({ months: await log.findMonths() }),
    }),
  ];
}

const presentEntry = (entry: LogEntry): contract.ModerationLogEntry => ({
  date: moscowDay(entry.createdAt),
  action: entry.action,
  target_kind: entry.kind,
  rule: entry.rule,
  source: entry.hadReports === null ? null : entry.hadReports ? 'reports' : 'moderator',
  objection: entry.hasObjection ? (entry.outcome ?? 'open') : null,
  withdrawn: entry.isWithdrawn,
});
