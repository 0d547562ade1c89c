import { randomBytes } from 'node:crypto';
import { trim } from './trim.ts';

/** The usual transliteration of Cyrillic in Russian URLs. */
const latin: Record<string, string> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ё: 'yo',
  ж: 'zh',
  з: 'z',
  и: 'i',
  й: 'y',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'h',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'sch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
  і: 'i',
  ї: 'yi',
  є: 'ye',
  ґ: 'g',
  ў: 'u',
};

const randomSuffixBytes = 4;
/** Number of characters of a title read for each character of the slug: a heading can be as long as a text. */
const titleCharactersPerSlugCharacter = 10;

export type SlugRules = { maxLength: number; fallback: string; reserved?: ReadonlySet<string> };

/**
 * A slug from a title: lower-case Latin letters, digits, `-` and `_`; Latin text gives the same slug as in Django.
 * Never empty, reserved, or all digits, because paths that name a post also accept ids.
 */
export function slugify(title: string, { maxLength, fallback, reserved }: SlugRules): string {
  const prefix = title.slice(0, titleCharactersPerSlugCharacter * maxLength);
  const transliterated = prefix.toLowerCase().replace(/[а-яёіїєґў]/g, (letter) => latin[letter] ?? '');
  const ascii = transliterated.normalize('NFKD').replace(/[^a-z0-9\s_-]/g, '');
  const slug = trimSeparators(ascii.replace(/[-\s]+/g, '-')).slice(0, maxLength);
  const base = trimSeparators(slug) || fallback;
  return /^\d+$/.test(base) || reserved?.has(base) ? withSuffix(base, fallback, maxLength) : base;
}

/** `slug-2`, shortened if the suffix would make it too long. */
export const withSuffix = (slug: string, suffix: string | number, maxLength: number): string =>
  `${trimSeparators(slug.slice(0, maxLength - String(suffix).length - 1))}-${suffix}`;

/** The slug, or the slug with the next free number if it is taken. */
export function nextSlug(slug: string, taken: string[], maxLength: number): string {
  if (!taken.includes(slug)) return slug;
  const numbers = taken.map((other) => {
    const [, number = '1'] = /-(\d+)$/.exec(other) ?? [];
    // Numbered slugs of the maximum length have lost the end of the original.
    return withSuffix(slug, number, maxLength) === other ? Number(number) : 1;
  });
  return withSuffix(slug, Math.max(1, ...numbers) + 1, maxLength);
}

/** Number of numbered slugs to try before a random suffix. */
const slugAttempts = 20;

type SlugInsertion<T> = {
  maxLength: number;
  findTaken: (slug: string) => Promise<string[]>;
  /** Returns undefined if another transaction has the slug, or is about to insert it. */
  insert: (slug: string) => Promise<T | undefined>;
};

/**
 * Calls `insert` with one free slug after another until it succeeds. The unique index decides, so that concurrent
 * posts with equal titles all get a slug.
 */
export async function insertWithFreeSlug<T>(
  slug: string,
  { maxLength, findTaken, insert }: SlugInsertion<T>,
): Promise<T> {
  const tried: string[] = [];
  for (;;) {
    const candidate =
      tried.length < slugAttempts
        ? nextSlug(slug, [...(await findTaken(slug)), ...tried], maxLength)
        : withSuffix(slug, randomBytes(randomSuffixBytes).toString('hex'), maxLength);
    const inserted = await insert(candidate);
    if (inserted !== undefined) return inserted;
    tried.push(candidate);
  }
}

const trimSeparators = (slug: string): string => trim(slug, '-_');
