import { type CategoryColor, type CategoryMark, categoryColors } from '#contract/category-style.ts';

/** Null means the colour of links, and a tag. */
export type CategoryStyle = { color: CategoryColor | null; mark: CategoryMark | null };

export type Category = CategoryStyle & {
  id: number;
  name: string;
  slug: string;
  description: string;
  postsCount: number;
  createdAt: Date;
};

/** The values of a new category. */
export type NewCategory = Pick<Category, 'name' | 'description'> & {
  [Name in keyof CategoryStyle]?: CategoryStyle[Name] | undefined;
};

/** Word stems, so that all grammatical cases match. */
const marksByName: readonly (readonly [words: RegExp, mark: CategoryMark])[] = [
  [/технолог|tech/, 'laptop'],
  [/наук|scien/, 'flask'],
  [/здоров|health/, 'heart'],
  [/образован|educat/, 'cap'],
  [/путешеств|travel/, 'globe'],
  [/фото|photo/, 'camera'],
  [/музык|music/, 'music'],
  [/спорт|sport/, 'trophy'],
  [/бизнес|business/, 'briefcase'],
  [/эконом|econom/, 'chart'],
  [/политик|politic/, 'landmark'],
  [/культур|театр|culture/, 'masks'],
  [/город|city/, 'city'],
  [/(?<!\p{L})дом|home/u, 'home'],
  [/покупк|shop/, 'bag'],
  [/книг|book/, 'book'],
  [/фильм|кино|movie|film/, 'clapperboard'],
  [/природ|nature/, 'leaf'],
];

/** The style of a new category: a mark that follows from the name, and the colours in turn. */
export function chooseStyle(name: string, categoriesBefore: number): CategoryStyle {
  const lower = name.toLocaleLowerCase('ru-RU');
  return {
    color: categoryColors[categoriesBefore % categoryColors.length] ?? null,
    mark: marksByName.find(([words]) => words.test(lower))?.[1] ?? 'tag',
  };
}

export const categorySlugRules = { maxLength: 100, fallback: 'category' };
