import { Readable } from 'node:stream';
import type { AuditAction, AuditTargetKind } from '#contract/audit.ts';
import type { Clock } from '#server/platform/clock.ts';
import { csvLine } from '#server/platform/csv.ts';
import type { Db } from '#server/platform/db/database.ts';
import { type Page, pageOf } from '#server/platform/db/paging.ts';
import { searchTerms } from '#server/platform/db/search-terms.ts';
import { addDays } from '#server/platform/moscow-day.ts';
import { currentContext } from '#server/platform/request-context.ts';
import { type AuditEntry, type AuditEvent, shortenValues } from './audit.ts';
import { changeTexts } from './audit-presenter.ts';
import * as store from './audit-store.ts';

export type AuditQuery = {
  search?: string | undefined;
  action?: AuditAction | undefined;
  actor?: number | undefined;
  target_kind?: AuditTargetKind | undefined;
  target?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
};
type ListQuery = AuditQuery & {
  actions?: readonly AuditAction[];
  page?: string;
  page_size?: string;
};

export type AuditService = ReturnType<typeof createAuditService>;
type Deps = { db: Db; clock: Clock; auditDays: number };

const dayMs = 24 * 3_600_000;
const exportBatchSize = 500;

/** The log of everything that staff does. */
export function createAuditService({ db, clock, auditDays }: Deps) {
  /** Records an action of the current caller, in the transaction of the action: neither exists without the other. */
  async function record(tx: Db, { before, after, ...event }: AuditEvent): Promise<void> {
    const context = currentContext();
    const at = clock.now();
    const user = context?.actor.kind === 'user' ? context.actor : undefined;
    const entry = {
      ...event,
      at,
      actor: { id: user?.id ?? null, name: user?.username ?? '', role: user?.role ?? '' },
      address: context?.address ?? '',
      before: shortenValues(before),
      after: shortenValues(after),
    };
    await store.insertEntry(tx, entry, new Date(at.getTime() + auditDays * dayMs));
  }

  async function list(query: ListQuery): Promise<{ entries: AuditEntry[]; count: number; page: Page }> {
    const filters = toFilters(query);
    const count = await store.countEntries(db, filters);
    const page = pageOf(query, count);
    return { entries: await store.listEntries(db, filters, page), count, page };
  }

  /** The entries as CSV, read in batches while the reader receives them. */
  async function exportCsv(query: AuditQuery): Promise<Readable> {
    const target = { kind: 'audit' as const, id: null, name: '' };
    await record(db, { action: 'audit.export', target, after: toValues(query) });
    return Readable.from(csvOf(toFilters(query)), { objectMode: false });
  }

  async function* csvOf(filters: store.AuditFilters): AsyncGenerator<string> {
    yield `\uFEFF${csvLine(['id', 'at', 'actor_id', 'actor', 'role', 'address', 'action', 'target_kind', 'target_id', 'target', 'changes'])}`;
    let belowId = Number.MAX_SAFE_INTEGER;
    while (true) {
      const entries = await store.listEntries(db, filters, { belowId, size: exportBatchSize });
      if (entries.length > 0) yield entries.map(toLine).join('');
      const last = entries.at(-1);
      if (!last || entries.length < exportBatchSize) return;
      belowId = last.id;
    }
  }

  return { record, list, exportCsv, sweep: () => store.deleteExpired(db) };
}

const toLine = ({ actor, target, ...entry }: AuditEntry): string =>
  csvLine([
    entry.id,
    entry.at.toISOString(),
    actor.id,
    actor.name,
    actor.role,
    entry.address,
    entry.action,
    target.kind,
    target.id,
    target.name,
    changeTexts(entry)
      .map(({ field, before, after }) => `${field}: ${before ?? '–'} → ${after ?? '–'}`)
      .join('\n'),
  ]);

const toValues = (query: AuditQuery) =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

const toFilters = ({ search, from, to, ...filters }: ListQuery): store.AuditFilters => ({
  ...filters,
  terms: searchTerms(search),
  since: from === undefined ? undefined : moscowMidnight(from),
  before: to === undefined ? undefined : moscowMidnight(addDays(to, 1)),
});

const moscowMidnight = (day: string): Date => new Date(`${day}T00:00:00+03:00`);
