import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { wordsOf } from '#server/platform/search/words.ts';
import type { CollectionText } from './collection.ts';
import type { Engine } from './engines.ts';

type Find = Awaited<ReturnType<Engine['prepare']>>;

/** How many queries of each kind found something. */
export type AbsentScores = Map<string, { queries: number; found: number }>;

const file = resolve(import.meta.dirname, '../../tests/search-collection/absent.json');

/** Queries by kind that no text is about: each finds something only by mistake. */
export const readAbsent = (): Record<string, string[]> =>
  z.record(z.string(), z.array(z.string().min(1))).parse(JSON.parse(readFileSync(file, 'utf8')));

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

export async function measureAbsent(
  absent: Record<string, string[]>,
  find: Find,
  onFind: (line: string) => void,
): Promise<AbsentScores> {
  const scores: AbsentScores = new Map();
  for (const [kind, queries] of Object.entries(absent)) {
    let found = 0;
    for (const query of queries) {
      const ids = await find(query);
      if (ids.length === 0) continue;
      found += 1;
      onFind(`${kind} «${query}»: finds ${ids.slice(0, 10).join(' ')}`);
    }
    scores.set(kind, { queries: queries.length, found });
  }
  return scores;
}
