import { describe, expect, it } from 'vitest';
import {
  type CollectionQuery,
  findMistakes,
  halfOf,
  type QueryClass,
  queriesOf,
  readCollection,
} from './collection.ts';
import { judgedResults, scoreOutcomes } from './metrics.ts';

const query = (
  name: QueryClass,
  relevant: string[],
  forbidden: string[] = [],
  id = `${name}-1`,
): CollectionQuery => ({ id, part: 'first', class: name, query: 'слово', relevant, forbidden });
const others = Array.from({ length: 12 }, (_, index) => `b${index}`);

describe('the metrics of search quality', () => {
  it('are 1, 1 and 0 if everything relevant comes first and nothing forbidden', () => {
    const { total } = scoreOutcomes([{ query: query('forms', ['a1', 'a2'], ['a3']), found: ['a2', 'a1'] }]);
    expect(total).toEqual({ queries: 1, recall: 1, reciprocalRank: 1, falseFinds: 0 });
  });

  it('read ten results', () => {
    const { total } = scoreOutcomes([
      { query: query('forms', ['a1'], ['a3']), found: [...others.slice(0, 10), 'a1', 'a3'] },
      { query: query('forms', ['a1'], ['a3']), found: [...others.slice(0, 9), 'a1', 'a3'] },
    ]);
    expect(total).toEqual({ queries: 2, recall: 0.5, reciprocalRank: 0.05, falseFinds: 0 });
  });

  it('ask for at most ten texts', () => {
    const { total } = scoreOutcomes([{ query: query('words', others), found: others.slice(2) }]);
    expect(total.recall).toBe(1);
  });

  it('take the rank of the first relevant text', () => {
    const { total } = scoreOutcomes([
      { query: query('words', ['a1', 'a2']), found: ['b1', 'a2', 'b2', 'a1'] },
    ]);
    expect(total.reciprocalRank).toBe(0.5);
  });

  it('count queries with a false find, not the texts, and only queries that forbid one', () => {
    const { total } = scoreOutcomes([
      { query: query('negative', [], ['a1', 'a2']), found: ['a1', 'a2'] },
      { query: query('negative', [], ['a1']), found: [] },
      { query: query('forms', ['a1']), found: ['a2'] },
    ]);
    expect(total.falseFinds).toBe(0.5);
  });

  it('are undefined where they do not apply', () => {
    const { total } = scoreOutcomes([{ query: query('negative', [], ['a1']), found: [] }]);
    expect(total).toEqual({ queries: 1, recall: undefined, reciprocalRank: undefined, falseFinds: 0 });
  });

  it('pass over the texts of other parts', () => {
    const text = { title: '', author: '', category: '', headings: [], content: '' };
    const texts = [
      { ...text, id: 'a1', part: 'first' },
      { ...text, id: 'b1', part: 'second' },
    ];
    expect(judgedResults(query('forms', ['a1']), ['b1', 'a1'], texts)).toEqual(['a1']);
  });

  it('are given for each class with queries', () => {
    const { classes } = scoreOutcomes([
      { query: query('yo', ['a1']), found: [] },
      { query: query('forms', ['a1']), found: ['a1'] },
    ]);
    expect([...classes.keys()]).toEqual(['forms', 'yo']);
    expect(classes.get('yo')?.recall).toBe(0);
  });
});

describe('the halves', () => {
  it('are the same in every run and divide the queries', () => {
    const queries = Array.from({ length: 400 }, (_, index) => query('forms', ['a1'], [], `q${index}`));
    const tuning = queriesOf(queries, 'tuning');
    const heldOut = queriesOf(queries, 'held-out');
    expect(tuning.length + heldOut.length).toBe(400);
    expect(Math.abs(tuning.length - heldOut.length)).toBeLessThan(60);
    expect([halfOf('q0'), halfOf('q1'), halfOf('q2')]).toEqual(['tuning', 'held-out', 'tuning']);
  });
});

describe('the collection', () => {
  const collection = readCollection();

  it('has at least 300 texts and 500 queries', () => {
    expect(collection.texts.length).toBeGreaterThanOrEqual(300);
    expect(collection.queries.length).toBeGreaterThanOrEqual(500);
  });

  it('has no mistakes', () => expect(findMistakes(collection)).toEqual([]));

  it.each(['tuning', 'held-out'] as const)('has queries of every class in the %s half', (half) => {
    const counts = new Map<string, number>();
    for (const { class: name } of queriesOf(collection.queries, half))
      counts.set(name, (counts.get(name) ?? 0) + 1);
    expect(counts.size).toBe(11);
    expect(Math.min(...counts.values())).toBeGreaterThanOrEqual(10);
  });
});

describe('mistakes of a collection', () => {
  const item = {
    part: 'first',
    title: 'Заголовок',
    author: 'Автор',
    category: 'Раздел',
    headings: [],
    content: 'Текст',
  };

  it('are repeated, unknown and contradictory ids and missing headings', () => {
    const found = findMistakes({
      texts: [
        { ...item, id: 'a1' },
        { ...item, id: 'a1' },
        { ...item, id: 'a2', headings: ['Глава'] },
      ],
      queries: [query('forms', ['a1', 'a9'], ['a1']), query('negative', [], [])],
    });
    expect(found).toEqual([
      'text a1 exists twice',
      'text a2 lacks the heading «Глава»',
      'query forms-1 names the unknown text a9',
      'query forms-1 names a1 twice',
      'query forms-1 expects and forbids a1',
      'query negative-1 forbids no text',
    ]);
  });
});
