import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { commentMaxLength } from '#contract/comments.ts';
import { parseEmbed } from '#contract/embeds.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/index.ts';
import { defaultPublicationRules } from '#contract/publication-rules.ts';
import { normaliseOrdering, normalisePage, normaliseSearch } from '#contract/query.ts';
import { slugify } from '#contract/slug.ts';
import { fromMoscowInput, plainNumber } from '#locales/format.ts';
import { displayName, initials } from '#locales/person.ts';
import { bindShortWords, typesetText } from '#locales/typography.ts';
import { compileRules, hasStopWord } from '#server/features/moderation/text-rules.ts';
import { containsPattern, searchTerms } from '#server/platform/db/search-terms.ts';
import { coerceBody, coerceQuery } from '#server/platform/http/coerce.ts';
import { expectedVersions, matchesEtag } from '#server/platform/http/conditional.ts';
import { typesetArticle as typeset } from '#server/platform/markdown/article-typography.ts';
import { render } from '#server/platform/markdown/markdown-worker.ts';
import { findPicturePaths, isStoredPath } from '#server/platform/media-url.ts';
import { foldWords, readTexts } from '#server/platform/text-reading.ts';
import { countSteps, findExcessiveSteps } from '#tests/support/step-cost.ts';
import { ratePassword } from '#web/features/auth/password-strength.ts';
import { splitLinks } from '#web/features/comments/linked-text.ts';
import { isTooComplex } from '#web/features/editor/complexity-limit.ts';
import { completeUrl } from '#web/features/editor/safe-url.ts';
import { createDocumentSchema } from '#web/features/editor/schema.ts';
import { createSourceTracker } from '#web/features/editor/source-tracker.ts';
import { countText } from '#web/features/editor/text-counts.ts';
import { readModerationList } from '#web/features/moderation/moderation-path.ts';
import { parseKopecks } from '#web/features/payments/refund-amount.ts';
import { runChecks } from '#web/features/post-form/checklist.ts';
import { extractHeadings } from '#web/features/posts/headings.ts';
import { parseListState } from '#web/features/posts/list-path.ts';
import { wordDiff } from '#web/features/revisions/word-diff.ts';
import { createExcerpt } from '#web/features/subscriptions/labels.ts';
import { localPath } from '#web/paths/local-path.ts';
import { type Attack, denseMarkdown, generateAttacks, ordinaryText, shortLines } from './expensive-texts.ts';
import { listTextFields, type TextField } from './text-fields.ts';

countSteps();

/**
 * Expensive texts, up to the limit of each field, through every function on the server and in the browser that reads user
 * text. `expensive.api.test.ts` sends them to the API. No text may cost more than three times an ordinary one of its length.
 * EXPENSIVE_RUNS and FUZZ_SEED set the number of texts and the seed.
 */
const runs = Number(process.env.EXPENSIVE_RUNS ?? 0);
const isThorough = runs > 0;
const seed = Number(process.env.FUZZ_SEED ?? 20_261_122);
const attacks = generateAttacks(runs || 40, seed);

const contentLength = 200_000;
/** Parsing Markdown takes seconds for the longest texts, so only the long run uses them. */
const parsedLength = isThorough ? contentLength : 10_000;
const lineLength = 10_000;
const schema = createDocumentSchema();
const rules = compileRules({ ...defaultPublicationRules, stop_words: ['казино', 'т а', 'a*'] });
const pathLength = 8_000;

/** Steps until Markdown is refused. */
const refusalSteps = 60_000_000;

type TextConsumer = {
  work: (text: string) => unknown;
  length: number;
  ordinary?: Attack['make'];
  floor?: number;
  /** The number of attacks in the short run, if each is slow. */
  attackCount?: number;
};

const consumers: Record<string, TextConsumer> = {
  'links in a comment': { work: splitLinks, length: commentMaxLength },
  'the id of a heading': {
    work: (text) => slugify(text, { maxLength: 60, fallback: 'section' }),
    length: contentLength,
  },
  'the rules of publication': {
    work: (text) => [readTexts([text]), hasStopWord(foldWords(text).join(' '), rules)],
    length: contentLength,
  },
  'typography of a paragraph': { work: (text) => typeset([text, text]), length: contentLength },
  'plain text': { work: typesetText, length: contentLength },
  'short words': { work: bindShortWords, length: contentLength },
  'references to images': {
    work: (text) => [findPicturePaths(text), isStoredPath(text)],
    length: contentLength,
  },
  'the renderer': {
    work: (markdown) => render({ begun: new Int32Array(1), markdown, pictures: { origin: '', byPath: {} } }),
    length: parsedLength,
    ordinary: shortLines,
    floor: refusalSteps,
  },
  'search terms': {
    work: (text) => searchTerms(text).map(containsPattern),
    length: lineLength,
  },
  'query parameters': {
    work: (text) => [normaliseOrdering(text, ['title']), normalisePage(text), normaliseSearch(text)],
    length: pathLength,
  },
  'conditional request headers': {
    work: (text) => [expectedVersions(text), matchesEtag(text, 'W/"a"')],
    length: pathLength,
  },
  'video URLs': {
    work: (text) => [text, `https://vk.com/${text}`, `https://www.youtube.com/watch?${text}`].map(parseEmbed),
    length: contentLength,
  },
  'the editor': {
    work: openInEditor,
    length: isThorough ? 24_000 : 3_000,
    ordinary: denseMarkdown,
    floor: refusalSteps,
    attackCount: 20,
  },
  'the complexity limit of the editor': { work: isTooComplex, length: contentLength },
  'the word counter': { work: countText, length: contentLength },
  'the checklist': {
    work: (content) => runChecks({ title: content, category: '', content }),
    length: contentLength,
  },
  'a comparison of versions': {
    work: (text) => wordDiff(text, denseMarkdown(text.length)),
    length: parsedLength,
    // It stops after 2,000 changes.
    floor: 40_000_000,
    attackCount: 2,
  },
  'the table of contents': {
    work: (text) => [extractHeadings(text), extractHeadings(`<h2 id="h-a">${text}</h2>`.repeat(3))],
    length: contentLength,
  },
  'the beginning of a post': { work: createExcerpt, length: contentLength },
  'the strength of a password': { work: ratePassword, length: lineLength },
  'a typed URL': { work: completeUrl, length: lineLength },
  'a redirect path': { work: (text) => localPath(`/${text}`), length: pathLength },
  'list URLs': {
    work: (text) => {
      const query = new URLSearchParams({ search: text, page: text, ordering: text, status: text });
      return [parseListState(query), readModerationList(query)];
    },
    length: pathLength,
  },
  'amounts and times': {
    work: (text) => [parseKopecks(text), plainNumber(text), fromMoscowInput(text)],
    length: lineLength,
  },
  'names of people': {
    work: (text) => {
      const person = { username: text, first_name: text, last_name: text };
      return [displayName(person), initials(person)];
    },
    length: lineLength,
  },
};

function openInEditor(markdown: string): string {
  const map = createSourceTracker(schema);
  return map.write(map.read(markdown));
}

describe.each(Object.entries(consumers))(
  '%s',
  (_name, { ordinary = ordinaryText, attackCount, ...consumer }) => {
    it('needs no more steps for expensive texts than for ordinary ones', async () => {
      const selected = attacks.slice(0, isThorough ? undefined : attackCount);
      expect(await findExcessiveSteps({ ...consumer, ordinary, attacks: selected })).toEqual([]);
    });
  },
);

describe.each(Object.values<Endpoint>(endpoints).map((endpoint) => [endpoint.id, endpoint] as const))(
  '%s',
  (_id, endpoint) => {
    const fields = listTextFields(endpoint);
    it.skipIf(fields.length === 0)(
      'needs no more steps to validate expensive texts than ordinary ones',
      async () => {
        const selected = attacks.slice(0, isThorough ? undefined : 12);
        for (const field of fields) {
          const found = await findExcessiveSteps({
            work: (text) => validate(endpoint, field, text),
            attacks: selected,
            ordinary: ordinaryText,
            length: field.limit,
          });
          expect(found, `${field.location}.${field.name}`).toEqual([]);
        }
      },
    );
  },
);

function validate(endpoint: Endpoint, { location, name }: TextField, text: string) {
  const field = endpoint[location] ?? z.object();
  if (location === 'query') return field.safeParse(coerceQuery(field, { [name]: text }));
  return field.safeParse(coerceBody(field, endpoint.aliases ?? {}, { [name]: text }).value);
}
