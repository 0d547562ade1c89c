import { afterAll, beforeAll, expect, it } from 'vitest';
import { queriesOf, readCollection } from '../scripts/search-quality/collection.ts';
import { findThroughApi } from '../scripts/search-quality/engines.ts';
import { judgedResults, scoreOutcomes } from '../scripts/search-quality/metrics.ts';
import { importTexts } from '../scripts/search-quality/site.ts';
import { createTestApp, type TestApp } from './support/test-app.ts';

/** A part of `npm run search:quality` (docs/search.md) that is quick enough for every run of the tests. */
const collection = readCollection();
const texts = collection.texts.filter((_, index) => index % 5 === 0);
const ids = new Set(texts.map(({ id }) => id));
const queries = queriesOf(collection.queries, 'tuning').filter((query) =>
  [...query.relevant, ...query.forbidden].every((id) => ids.has(id)),
);

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  await importTexts(app, texts);
  await app.runJob('posts.analyse-outdated');
});
afterAll(() => app.stop());

it('finds what readers mean, and little else', async () => {
  const find = findThroughApi(app);
  const outcomes = [];
  for (const query of queries)
    outcomes.push({ query, found: judgedResults(query, await find(query.query), texts) });
  const { total } = scoreOutcomes(outcomes);
  expect(queries.length).toBeGreaterThan(50);
  expect(total.recall).toBeGreaterThanOrEqual(0.95);
  expect(total.reciprocalRank).toBeGreaterThanOrEqual(0.9);
  expect(total.falseFinds).toBeLessThanOrEqual(0.05);
});
