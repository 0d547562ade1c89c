import { type CompiledQuery, sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import type { SentQuery } from './test-database.ts';

type PlanNode = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
};

export type QueryCost = {
  /** Tables with a sequential scan although the planner was told to avoid it: no index fits. */
  scanned: string[];
  /** Rows and index entries of growing tables that were read, also those that were filtered out. */
  rows: number;
};

const growingTables = /^(posts|comments|post_stats|post_daily|post_period|author_daily|post_search_index)/;

/**
 * Runs statements with EXPLAIN ANALYZE and reports what they read. Sequential scans are disabled, since the planner prefers
 * them for small tables: then they appear only if no index fits. A full index scan shows in the number of rows.
 */
export async function measureQueries(db: Db, queries: SentQuery[]): Promise<QueryCost> {
  const cost: QueryCost = { scanned: [], rows: 0 };
  await db.connection().execute(async (connection) => {
    for (const { text, parameters } of queries) {
      // Runs transaction and planner settings of the application as they are.
      if (/^(begin|commit|set)/i.test(text) || /set_config/.test(text)) {
        await run(connection, text, parameters);
        continue;
      }
      if (!/^\s*(select|with)/i.test(text)) continue;
      await sql`select set_config('enable_seqscan', 'off', false)`.execute(connection);
      const rows = await run(connection, `explain (analyze, format json, costs off) ${text}`, parameters);
      for (const { 'QUERY PLAN': plans } of rows)
        for (const { Plan } of plans as Array<{ Plan: PlanNode }>) visit(Plan, cost);
    }
    await sql`reset all`.execute(connection);
  });
  return cost;
}

async function run(db: Db, text: string, parameters: readonly unknown[]): Promise<Record<string, unknown>[]> {
  const query = { sql: text, parameters, query: { kind: 'RawNode' } } as unknown as CompiledQuery;
  return (await db.executeQuery(query)).rows as Record<string, unknown>[];
}

function visit(node: PlanNode, cost: QueryCost): void {
  if (node['Node Type'] === 'Seq Scan' && isGrowing(node)) cost.scanned.push(node['Relation Name'] ?? '');
  // The entries of a bitmap are those of its rows: they count once, as those of an index scan do.
  if (node['Node Type'] === 'Bitmap Heap Scan') {
    cost.rows += Math.max(rowsRead(node), countEntries(node));
    return;
  }
  cost.rows += rowsRead(node);
  for (const child of node.Plans ?? []) visit(child, cost);
}

const isGrowing = (node: PlanNode): boolean =>
  growingTables.test(node['Relation Name'] ?? node['Index Name'] ?? '');

function rowsRead(node: PlanNode): number {
  if (!isGrowing(node)) return 0;
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return Math.round((node['Actual Rows'] + removed) * node['Actual Loops']);
}

/** Entries that all index scans below a node read. */
const countEntries = (node: PlanNode): number =>
  (node.Plans ?? []).reduce((sum, child) => sum + rowsRead(child) + countEntries(child), 0);
