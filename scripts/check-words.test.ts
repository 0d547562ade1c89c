import { describe, expect, it } from 'vitest';
import { findWords, wordsOf } from './check-words.ts';
import { parseTypeScript } from './source-files.ts';
import { archaicWords, privateWords, wordExceptions } from './words.ts';

const find = (code: string, path = 'server/file.ts') => findWords(parseTypeScript(path, code));
const findInProse = (text: string): string[] =>
  findWords({
    path: 'docs/page.md',
    prose: [{ text, line: 7 }],
    testNames: [],
    names: [],
  });

describe('findWords', () => {
  it.each([
    ['a file name', findWords({ path: 'server/shown-tags.ts', prose: [], testNames: [], names: [] })],
    ['a variable', find('const keptPages = 1;')],
    ['a function', find('function shownTags() {}')],
    ['a field of a type', find('type Options = { patience: number };')],
    ['a comment', find('/** Written anew in each process. */')],
    ['a comment before a brace', find('if (isReady) {\n  // sends the answer\n}')],
    ['the name of a test', find("it('mends the list', () => {});")],
    ['the name of a parameterised test', find("it.each([1])('lest %s fails', () => {});")],
    ['a document', findInProse('Whoever writes a post is its author.')],
  ])('finds a word in %s', (_, found) => expect(found).toHaveLength(1));

  it('reports the line, the word and the standard word', () =>
    expect(findInProse('a kept answer')[0]).toMatch(/^docs\/page\.md:7 .*cached response/));

  it.each([
    ['a string that readers see', find("const title = 'anew';")],
    ['code in prose', findInProse('the column `answer` of another program')],
    ['a part of a longer word', findInProse('the heart of the machine, a fireman')],
    [
      'a word in a file of its exceptions',
      find('const avifEffort = 2;', 'server/features/media/image-worker.ts'),
    ],
  ])('ignores %s', (_, found) => expect(found).toEqual([]));

  it('splits names into words', () =>
    expect(['cacheTags', 'cache-tags.ts', 'cache_tags', 'parseHTMLPage'].map(wordsOf)).toEqual([
      'cache tags',
      'cache tags ts',
      'cache tags',
      'parse html page',
    ]));
});

it('has a reason and a rule for every exception', () => {
  const words = [...privateWords, ...archaicWords].map(({ word }) => word);
  for (const { words: excepted, reason } of wordExceptions) {
    expect(reason).not.toBe('');
    expect(words.some((word) => excepted.test(word))).toBe(true);
  }
});
