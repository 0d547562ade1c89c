import { compatibilityForm } from './compatibility-form.ts';
import { postSlugMaxLength } from './post-fields.ts';
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

/** Number of characters of a title read for each character of the slug: a heading can be as long as a text. */
const titleCharactersPerSlugCharacter = 10;

export type SlugRules = { maxLength: number; fallback: string; reserved?: ReadonlySet<string> };

const readPrefix = (title: string, { maxLength }: Pick<SlugRules, 'maxLength'>): string =>
  title.slice(0, titleCharactersPerSlugCharacter * maxLength);

/**
 * A slug from a text: lower-case Latin letters, digits, `-` and `_`; Latin text gives the same slug as in Django.
 * Never empty, reserved, or all digits, because paths that name a post also accept ids.
 */
export function slugify(title: string, { maxLength, fallback, reserved }: SlugRules): string {
  const transliterated = readPrefix(title, { maxLength })
    .normalize('NFC')
    .toLowerCase()
    .replace(/[а-яёіїєґў]/g, (letter) => latin[letter] ?? '');
  const ascii = compatibilityForm(transliterated).replace(/[^a-z0-9\s_-]/g, '');
  const slug = trimSeparators(ascii.replace(/[-\s]+/g, '-')).slice(0, maxLength);
  const base = trimSeparators(slug) || fallback;
  return /^\d+$/.test(base) || reserved?.has(base) ? withSuffix(base, fallback, maxLength) : base;
}

const separators = /[\p{Pd}−./\\№]+/gu;

/** The slug of the title of a post or the name of a category. Dashes, slashes, dots and «№» separate its words. */
export const titleSlug = (title: string, rules: SlugRules): string =>
  slugify(readPrefix(title, rules).replace(separators, ' '), rules);

/** `slug-2`, shortened if the suffix would make it too long. */
export const withSuffix = (slug: string, suffix: string | number, maxLength: number): string =>
  `${trimSeparators(slug.slice(0, maxLength - String(suffix).length - 1))}-${suffix}`;

const trimSeparators = (slug: string): string => trim(slug, '-_');

/** The slugs of posts, which the editor also shows before they exist. */
export const postSlugRules = {
  maxLength: postSlugMaxLength,
  fallback: 'post',
  /** Paths of the API and of the site in the position of a slug. */
  reserved: new Set([
    'categories',
    'my-posts',
    'popular',
    'recent',
    'pinned',
    'featured',
    'preview',
    'drafts',
    'create',
    'my',
    'edit',
  ]),
};
