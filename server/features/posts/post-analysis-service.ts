import { z } from 'zod';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { isDatabaseUnavailable } from '#server/platform/db/db-errors.ts';
import type { JobHandler, Jobs } from '#server/platform/jobs/jobs.ts';
import type { Log } from '#server/platform/log.ts';
import { analyseDocument, analysisVersion, describeWords } from '#server/platform/search/document.ts';
import { loadMorphology } from '#server/platform/search/morphology.ts';
import * as store from './post-analysis-store.ts';
import * as vocabulary from './search-vocabulary-store.ts';

const analyseJob = 'posts.analyse';
const analyseOutdatedJob = 'posts.analyse-outdated';
const sweepWordsJob = 'posts.sweep-search-words';

const batchSize = 50;
const wordBatchSize = 500;
/** The next run begins a minute after this one and continues: other heavy jobs come in between. */
const maxRunMs = 50_000;
/** A post that is changed all the time is left to the next run. */
const maxAttempts = 3;

const payloadSchema = z.object({ id: z.number().int() });

export type PostAnalysis = ReturnType<typeof createPostAnalysis>;

/** Analyses the words of posts: soon after a write, after renames of authors, and all of them by a new version. */
export function createPostAnalysis({ db, jobs, log }: { db: Db; jobs: Jobs; log: Log }) {
  /** In the transaction of the write. */
  const analyseSoon = (tx: Db, id: number): Promise<void> =>
    jobs.add(tx, analyseJob, { id }, { key: `${analyseJob}:${id}` });

  async function analyse(id: number): Promise<void> {
    const post = await store.findPost(db, id);
    if (post) await analysePost(post);
  }

  /** An analysis of an older text never replaces that of a newer one. */
  async function analysePost(read: store.OutdatedPost): Promise<void> {
    const morphology = await loadMorphology();
    let post: store.OutdatedPost | undefined = read;
    for (let attempt = 1; post && attempt <= maxAttempts; attempt += 1) {
      const { vector, words } = await analyseDocument(toDocument(post), morphology);
      // Words of texts that are not public must not appear in corrections.
      const published = post.status === 'published' ? words : [];
      const unknown = await vocabulary.filterUndescribed(db, published, analysisVersion);
      const described = await describeWords(unknown, morphology);
      const current = post;
      const isStored = await inTransaction(db, async (tx) => {
        if (!(await store.storeAnalysis(tx, current, { vector, analysisVersion }))) return false;
        await vocabulary.storeWords(tx, described, analysisVersion);
        return true;
      });
      if (isStored) return;
      post = await store.findPost(db, post.id);
    }
  }

  /** One text that cannot be analysed does not keep the others from readers. Returns whether it was analysed. */
  async function analyseOrLog(post: store.OutdatedPost): Promise<boolean> {
    try {
      await analysePost(post);
      return true;
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      log.error({ err: error, postId: post.id }, 'the words of a post could not be analysed');
      return false;
    }
  }

  /** Analyses every post that no run of this version has analysed, the newest first, and those of renamed authors. */
  async function analyseOutdated(): Promise<void> {
    const endsAt = performance.now() + maxRunMs;
    await analyseRenamed(endsAt);
    let before = Number.MAX_SAFE_INTEGER;
    let analysed = 0;
    while (performance.now() < endsAt) {
      const posts = await store.findOutdated(db, analysisVersion, { before, limit: batchSize });
      for (const post of posts) {
        await analyseOrLog(post);
        before = post.id;
      }
      analysed += posts.length;
      if (posts.length < batchSize) break;
    }
    if (analysed < batchSize) return;
    const remaining = await store.countOutdated(db, analysisVersion);
    log.info({ analysed, remaining }, `search: ${analysed} posts were analysed, ${remaining} remain`);
  }

  async function analyseRenamed(endsAt: number): Promise<void> {
    while (performance.now() < endsAt) {
      const author = await store.findRenamedAuthor(db);
      if (!author) return;
      const posts = await store.listPostsOfAuthor(db, author, batchSize);
      for (const post of posts) if (!(await analyseOrLog(post))) await store.markOutdated(db, post.id);
      await store.storeRenameProgress(db, author, posts.at(-1)?.id);
    }
  }

  /** Forgets the words that only deleted and unpublished posts contained. */
  async function sweepWords(): Promise<void> {
    let after: string | undefined = '';
    while (after !== undefined) after = await vocabulary.deleteUnusedWords(db, after, wordBatchSize);
  }

  const handlers: JobHandler[] = [
    { name: analyseJob, run: async (payload) => analyse(payloadSchema.parse(payload).id) },
    {
      name: analyseOutdatedJob,
      jobClass: 'heavy',
      cron: '* * * * *',
      atStart: true,
      run: analyseOutdated,
    },
    { name: sweepWordsJob, jobClass: 'heavy', cron: '41 0 * * *', run: sweepWords },
  ];

  return { analyseSoon, jobs: handlers };
}

const toDocument = ({ id, title, standfirst, content_text, content_html, author }: store.OutdatedPost) => ({
  id,
  title,
  text: standfirst === null ? content_text : `${standfirst}\n${content_text}`,
  author,
  headings: headingsOf(content_html),
});

/** The texts of the headings, without tags and entities, in the HTML of the renderer. */
const headingsOf = (html: string): string[] =>
  html
    .split(/<h(?=[1-6][ >])/u)
    .slice(1)
    .map((part) =>
      (part.split('</h', 1)[0] ?? '')
        .split('<')
        .map((piece) => piece.slice(piece.indexOf('>') + 1))
        .join(' '),
    )
    .map((text) => text.replace(/&#?\w{1,10};/gu, ' '));
