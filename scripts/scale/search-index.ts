import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { setImmediate as letOthersRun } from 'node:timers/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { analyseDocument, analysisVersion, describeWords } from '#server/platform/search/document.ts';
import { loadMorphology } from '#server/platform/search/morphology.ts';
import { copyLine } from './rows.ts';

type SeededPosts = {
  client: pg.Client;
  firstId: number;
  posts: number;
  /** The names of the author of a post, by its index. */
  authorOf(post: number): string;
  onBatch(done: number): void;
};

type Post = { id: string; status: string; title: string; content_text: string };

const batchSize = 10_000;
const postsPerTurn = 50;
const wordBatchSize = 5_000;
const readPosts = 'select id, status, title, content_text from posts where id >= $1 and id < $2';
const insertRows = `
  insert into post_search_index (id, author_id, category_id, status, created_at, updated_at, title, title_key, search_vector,
    analysis, analysis_version)
  select id, author_id, category_id, status, created_at, updated_at, title, search_spelling(title),
    build_search_vector(title, content_text), analysis::tsvector, $3
  from posts join analysed using (id) where id >= $1 and id < $2 order by id`;

/**
 * Fills the rows that the disabled triggers would have written for each text, with the analysis that a job makes of them
 * otherwise.
 */
export async function fillSearchIndex({
  client,
  firstId,
  posts,
  authorOf,
  onBatch,
}: SeededPosts): Promise<void> {
  const morphology = await loadMorphology();
  const vocabulary = new Set<string>();
  await client.query('create temporary table analysed (id bigint, analysis text) on commit drop');
  const readBatch = async (first: number): Promise<Post[]> =>
    (await client.query<Post>(readPosts, [first, first + batchSize])).rows;
  const analyseBatch = async (batch: Post[]): Promise<string[]> => {
    const lines: string[] = [];
    for (const [index, { id, status, title, content_text: text }] of batch.entries()) {
      const document = { id: Number(id), title, headings: [], text, author: authorOf(Number(id) - firstId) };
      const { vector, words } = await analyseDocument(document, morphology);
      lines.push(copyLine([id, vector]));
      if (status === 'published') for (const word of words) vocabulary.add(word);
      if (index % postsPerTurn === 0) await letOthersRun();
    }
    return lines;
  };
  let rows = await readBatch(firstId);
  let stored = Promise.resolve();
  for (let done = 0; done < posts; done += batchSize) {
    onBatch(done);
    // The server stores a batch while this process analyses the next one.
    const [lines] = await Promise.all([analyseBatch(rows), stored]);
    const first = firstId + done;
    rows = await readBatch(first + batchSize);
    stored = storeBatch(client, first, lines);
  }
  await stored;
  const described = await describeWords([...vocabulary], morphology);
  for (let start = 0; start < described.length; start += wordBatchSize) {
    const batch = described.slice(start, start + wordBatchSize);
    await client.query(
      `insert into search_words (word, lemma, base, root, analysis_version)
       select word, lemma, base, root, $2 from json_populate_recordset(null::search_words, $1)
       on conflict do nothing`,
      [JSON.stringify(batch), analysisVersion],
    );
  }
}

async function storeBatch(client: pg.Client, first: number, lines: string[]): Promise<void> {
  await client.query('truncate analysed');
  await copyLines(client, 'analysed', lines);
  await client.query(insertRows, [first, first + batchSize, analysisVersion]);
}

async function copyLines(client: pg.Client, table: string, lines: string[]): Promise<void> {
  const stream: Writable = client.query(copyFrom(`copy ${table} from stdin`));
  stream.end(lines.join(''));
  await once(stream, 'finish');
}
