import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { wordsOf } from '#server/platform/search/words.ts';
import type { CollectionText } from './collection.ts';
import type { Engine } from './engines.ts';

type Find = Awaited<ReturnType<Engine['prepare']>>;

/** How many queries of each kind found something. */
export type AbsentScores = Map<string, { queries: number; found: number }>;

type Resembling = Record<string, Array<{ query: string; forbidden: string[] }>>;

const folder = resolve(import.meta.dirname, '../../tests/search-collection');

/** Queries by kind that no text is about: each finds something only by mistake. */
export const readAbsent = (): Record<string, string[]> =>
  z.record(z.string(), z.array(z.string().min(1))).parse(readJson('absent.json'));

/** Queries by kind that must not find the texts with a word that looks like theirs. */
export const readResembling = (): Resembling =>
  z
    .record(
      z.string(),
      z.array(z.strictObject({ query: z.string().min(1), forbidden: z.array(z.string()).min(1) })),
    )
    .parse(readJson('resembling.json'));

const readJson = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'));

/** Queries that the texts have word for word, and those that stand there twice. */
export function findAbsentMistakes(absent: Record<string, string[]>, texts: CollectionText[]): string[] {
  const words = new Set(
    texts.flatMap(({ title, author, content }) =>
      wordsOf([title, author, content].join('\n')).map(({ text }) => text),
    ),
  );
  const queries = Object.values(absent).flat();
  return [
    ...queries
      .filter((query) => wordsOf(query).every(({ text }) => words.has(text)))
      .map((query) => `the texts have «${query}»`),
    ...queries
      .filter((query, index) => queries.indexOf(query) !== index)
      .map((query) => `«${query}» is absent twice`),
  ];
}

/** Queries that forbid texts that do not exist. */
export function findResemblingMistakes(resembling: Resembling, texts: CollectionText[]): string[] {
  const ids = new Set(texts.map(({ id }) => id));
  return Object.values(resembling)
    .flat()
    .filter(({ forbidden }) => forbidden.some((id) => !ids.has(id)))
    .map(({ query }) => `«${query}» forbids a text that does not exist`);
}

export async function measureAbsent(
  absent: Record<string, string[]>,
  resembling: Resembling,
  find: Find,
  onFind: (line: string) => void,
): Promise<AbsentScores> {
  const scores: AbsentScores = new Map();
  const measure = async (kind: string, queries: Array<{ query: string; forbidden?: string[] }>) => {
    let found = 0;
    for (const { query, forbidden } of queries) {
      const ids = (await find(query)).filter((id) => forbidden?.includes(id) ?? true);
      if (ids.length === 0) continue;
      found += 1;
      onFind(`${kind} «${query}»: finds ${ids.slice(0, 10).join(' ')}`);
    }
    scores.set(kind, { queries: queries.length, found });
  };
  for (const [kind, queries] of Object.entries(absent))
    await measure(
      kind,
      queries.map((query) => ({ query })),
    );
  for (const [kind, queries] of Object.entries(resembling)) await measure(kind, queries);
  return scores;
}
