import pg from 'pg';
import { analyseDocument, analysisVersion, describeWords } from '#server/platform/search/document.ts';
import { loadMorphology } from '#server/platform/search/morphology.ts';
import { median } from './measure.ts';

const sampleSize = 300;
const megabyte = 1024 * 1024;

type Post = { id: string; title: string; content_text: string };

/** The size of the tables and indexes of the search, and the cost of a write: the analysis and the storage of its words. */
export async function measureSearchIndex(databaseUrl: string): Promise<Record<string, number>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; bytes: string }>(`
      select 'searchTable' as name, pg_table_size('post_search_index') as bytes
      union all select 'analysisIndex', pg_relation_size('post_search_index_analysis')
      union all select 'vocabulary', pg_total_relation_size('search_words')
      union all select 'postsTable', pg_total_relation_size('posts')`);
    const sizes = rows.map(({ name, bytes }) => [`${name}Mb`, Number(bytes) / megabyte] as const);
    return { ...Object.fromEntries(sizes), ...(await measureWrites(client)) };
  } finally {
    await client.end();
  }
}

/** Analyses posts again as the job does; nothing is kept. */
async function measureWrites(client: pg.Client): Promise<Record<string, number>> {
  const morphology = await loadMorphology();
  const { rows } = await client.query<Post>(
    'select id, title, content_text from posts where id % 7 = 0 order by id desc limit $1',
    [sampleSize],
  );
  // The job describes only words that no post had before.
  const { rows: known } = await client.query<{ word: string }>('select word from search_words');
  const described = new Set(known.map(({ word }) => word));
  const analysis: number[] = [];
  const storage: number[] = [];
  await client.query('begin');
  for (const { id, title, content_text: text } of rows) {
    const startedAt = performance.now();
    const document = { id: Number(id), title, text, headings: [], author: '' };
    const { vector, words } = await analyseDocument(document, morphology);
    await describeWords(
      words.filter((word) => !described.has(word)),
      morphology,
    );
    for (const word of words) described.add(word);
    const analysedAt = performance.now();
    await client.query(
      'update post_search_index set analysis = $2::tsvector, analysis_version = $3 where id = $1',
      [id, vector, analysisVersion],
    );
    analysis.push(analysedAt - startedAt);
    storage.push(performance.now() - analysedAt);
  }
  await client.query('rollback');
  return { analysisMsPerPost: median(analysis), storageMsPerPost: median(storage) };
}
