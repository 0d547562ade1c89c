import { createRandom, type Random } from '../../scripts/scale/random.ts';

/** One action of a reader; `at` is in seconds since midnight. */
export type ReaderEvent = { at: number; reader: number; action: Action };
export type Action =
  | 'register'
  | 'mistype a password'
  | 'log in'
  | 'open a page'
  | 'go to a post'
  | 'go to a list'
  | 'search'
  | 'comment'
  | 'save a draft'
  | 'preview'
  | 'upload a picture'
  | 'publish'
  | 'change the profile'
  | 'begin a checkout'
  | 'write to the editors'
  | 'ask for a new password';

const hour = 3_600;
/** Start times of visits: morning, noon, afternoon and evening. The morning is the busiest. */
const visitStarts = [8.75 * hour, 12.5 * hour, 15 * hour, 19 * hour, 21.5 * hour];
const visitSpread = 0.5 * hour;
/** One of this many readers writes an article. */
const writerShare = 10;
const autosaveSeconds = 15;
const articleSeconds = 0.75 * hour;

/**
 * The events of one day for readers in one office, ordered by time: five visits each, of up to fifteen pages. A quarter of
 * the readers register in the morning, the others log in, and every fifth mistypes the password once.
 */
export function createOfficeDay(readers: number, seed: number): ReaderEvent[] {
  const random = createRandom(seed);
  return Array.from({ length: readers }, (_, reader) => createReaderDay(reader, random))
    .flat()
    .sort((a, b) => a.at - b.at);
}

function createReaderDay(reader: number, random: Random): ReaderEvent[] {
  const events: ReaderEvent[] = [];
  const add = (at: number, action: Action) => void events.push({ at, reader, action });
  for (const [index, start] of visitStarts.entries()) {
    let at = start + random() * visitSpread;
    if (index === 0) {
      if (reader % 5 === 1) add(at - 10, 'mistype a password');
      add(at, reader % 4 === 0 ? 'register' : 'log in');
    }
    add(at + 1, 'open a page');
    const pages = 5 + Math.floor(random() * 11);
    for (let page = 0; page < pages; page += 1) {
      at += 10 + random() * 80;
      add(at, random() < 0.5 ? 'go to a post' : 'go to a list');
      if (random() < 0.1) add(at + 5, 'search');
      if (random() < 0.06) add(at + 8, 'comment');
      if (random() < 0.1) add(at + 9, 'open a page');
    }
  }
  const at = (visitStarts[0] as number) + visitSpread;
  if (reader % writerShare === 0) addArticle(at + random() * visitSpread, add);
  if (reader % 8 === 3) add(at + random() * hour, 'change the profile');
  if (reader % 16 === 5) add(at + random() * hour, 'begin a checkout');
  if (reader % 25 === 7) add(at + random() * hour, 'write to the editors');
  if (reader % 25 === 9) add(at + random() * hour, 'ask for a new password');
  return events;
}

function addArticle(start: number, add: (at: number, action: Action) => void): void {
  for (let passed = 0; passed < articleSeconds; passed += autosaveSeconds) {
    add(start + passed, 'save a draft');
    if (passed % 180 === 120) add(start + passed + 3, 'preview');
    if (passed % 600 === 300) add(start + passed + 6, 'upload a picture');
  }
  add(start + articleSeconds, 'publish');
}
