import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createSampler, type Random } from './random.ts';

const corpusFolder = resolve(import.meta.dirname, '../../db/seeds/demo');
/** One word in so many is a name that almost no other text contains: the long tail of every search index. */
const namesOneIn = 150;
const syllables = [
  'ба',
  'во',
  'гра',
  'де',
  'жи',
  'зу',
  'ка',
  'ле',
  'мо',
  'ни',
  'пе',
  'ро',
  'сту',
  'та',
  'ху',
  'ша',
];
const nameEndings = ['вск', 'нец', 'рин', 'лов', 'мыш', 'тай', 'дор', 'кин'];

export type TextGenerator = {
  sentence(words: number): string;
  title(): string;
  /** Sentences with `words` words in total. */
  text(words: number): string;
};

/**
 * Generates words with the frequencies of the demo articles: common words occur in most texts and rare ones in few, as
 * in any Russian text, so that searches meet both.
 */
export function createTextGenerator(random: Random): TextGenerator {
  const counted = countWords();
  const vocabulary = [...counted.keys()];
  const draw = createSampler(Float64Array.from(counted.values()), random);
  const below = (limit: number) => Math.floor(random() * limit);
  const name = () => {
    let made = '';
    for (let part = 0; part < 3; part += 1) made += syllables[below(syllables.length)];
    made += nameEndings[below(nameEndings.length)];
    return capitalised(made);
  };
  const word = () => (below(namesOneIn) === 0 ? name() : (vocabulary[draw()] as string));

  function sentence(words: number): string {
    let made = capitalised(word());
    for (let rest = words - 1; rest > 0; rest -= 1) made += ` ${word()}`;
    return `${made}.`;
  }

  function text(words: number): string {
    let made = '';
    for (let rest = words; rest > 0; ) {
      const length = Math.min(rest, 6 + below(10));
      made += made === '' ? sentence(length) : ` ${sentence(length)}`;
      rest -= length;
    }
    return made;
  }

  return { sentence, text, title: () => sentence(4 + below(5)).slice(0, -1) };
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

function countWords(): Map<string, number> {
  const counts = new Map<string, number>();
  const files = readdirSync(corpusFolder).filter((file) => file.endsWith('.md'));
  for (const file of files)
    for (const [word] of readFileSync(resolve(corpusFolder, file), 'utf8')
      .toLowerCase()
      .matchAll(/[а-яё]+/g))
      counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
