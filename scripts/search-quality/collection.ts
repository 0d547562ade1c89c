import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { z } from 'zod';

/** The kinds of queries, in the order of the tables. */
export const queryClasses = [
  'forms',
  'related',
  'yo',
  'layout',
  'typos',
  'hyphens-numbers',
  'prefixes',
  'words',
  'phrases',
  'names',
  'negative',
] as const;
export type QueryClass = (typeof queryClasses)[number];

const text = z.strictObject({
  id: z.string().regex(/^[a-z]\d+$/),
  title: z.string().min(1),
  author: z.string().min(1),
  category: z.string().min(1),
  /** The headings of the content, in its order. */
  headings: z.array(z.string().min(1)),
  /** Markdown. */
  content: z.string().min(1),
});
const query = z.strictObject({
  id: z.string().min(1),
  class: z.enum(queryClasses),
  query: z.string().min(1),
  /** The texts that a search should find. */
  relevant: z.array(z.string()),
  /** The texts that it must not find. */
  forbidden: z.array(z.string()),
});

/** Each part was written by one person, who has judged only its own texts. */
type OfPart = { part: string };
export type CollectionText = z.infer<typeof text> & OfPart;
export type CollectionQuery = z.infer<typeof query> & OfPart;
export type Collection = { texts: CollectionText[]; queries: CollectionQuery[] };

/** The engine is tuned with one half of the queries and proved with the other one. */
export const halves = ['tuning', 'held-out'] as const;
export type Half = (typeof halves)[number];

const folder = resolve(import.meta.dirname, '../../tests/search-collection');

/** Reads the committed texts and queries. */
export function readCollection(): Collection {
  return { texts: readParts('texts', text), queries: readParts('queries', query) };
}

function readParts<Item extends object>(name: string, schema: z.ZodType<Item>): Array<Item & OfPart> {
  const path = join(folder, name);
  return readdirSync(path)
    .toSorted()
    .flatMap((file) => {
      const items = z.array(schema).parse(JSON.parse(readFileSync(join(path, file), 'utf8')));
      return items.map((item) => ({ ...item, part: basename(file, '.json') }));
    });
}

/** The half of a query follows from its id alone, so new queries do not move old ones. */
export const halfOf = (id: string): Half =>
  (createHash('sha256').update(id).digest()[0] ?? 0) % 2 === 0 ? 'tuning' : 'held-out';

export const queriesOf = (queries: CollectionQuery[], half: Half | 'all'): CollectionQuery[] =>
  half === 'all' ? queries : queries.filter(({ id }) => halfOf(id) === half);

/** Mistakes in the collection: ids that repeat or do not exist, headings that the content lacks, contradictions. */
export function findMistakes({ texts, queries }: Collection): string[] {
  const idsOfPart = Map.groupBy(texts, ({ part }) => part);
  return [
    ...repeated(texts.map(({ id }) => id)).map((id) => `text ${id} exists twice`),
    ...repeated(queries.map(({ id }) => id)).map((id) => `query ${id} exists twice`),
    ...repeated(queries.map((item) => `${item.part} ${item.class} «${item.query.toLowerCase()}»`)).map(
      (name) => `query ${name} exists twice`,
    ),
    ...texts.flatMap(({ id, headings, content }) =>
      headings
        .filter((heading) => !content.includes(`## ${heading}`))
        .map((heading) => `text ${id} lacks the heading «${heading}»`),
    ),
    ...queries.flatMap((item) => {
      const ids = new Set(idsOfPart.get(item.part)?.map(({ id }) => id));
      return findQueryMistakes(item, ids).map((mistake) => `query ${item.id} ${mistake}`);
    }),
  ];
}

function findQueryMistakes(
  { class: name, relevant, forbidden }: CollectionQuery,
  ids: Set<string>,
): string[] {
  const both = relevant.filter((id) => forbidden.includes(id));
  return [
    ...[...relevant, ...forbidden].filter((id) => !ids.has(id)).map((id) => `names the unknown text ${id}`),
    ...repeated([...relevant, ...forbidden]).map((id) => `names ${id} twice`),
    ...both.map((id) => `expects and forbids ${id}`),
    ...(name !== 'negative' && relevant.length === 0 ? ['expects no text'] : []),
    ...(name === 'negative' && forbidden.length === 0 ? ['forbids no text'] : []),
  ];
}

const repeated = (values: string[]): string[] =>
  [...new Set(values)].filter((value) => values.indexOf(value) !== values.lastIndexOf(value));
