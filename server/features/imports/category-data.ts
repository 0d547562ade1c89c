import {
  type CategoryColor,
  type CategoryMark,
  categoryColors,
  categoryMarks,
} from '#contract/category-style.ts';
import { slugify } from '#contract/slug.ts';
import { categorySlugRules } from '#server/features/categories/index.ts';
import { type ProblemLocation, refuse } from './problem.ts';
import { getFields, getText, readYaml, type YamlFields, type YamlText } from './yaml-value.ts';

/** The data of a category, if it has to be created. */
export type CategoryPlan = {
  slug: string;
  name: string;
  description: string;
  /** None by choice if null. */
  color?: CategoryColor | null | undefined;
  mark?: CategoryMark | null | undefined;
};

const nameMaxLength = 100;

/** Reads `_data/categories.yml`: name, description, colour and mark by key. Throws Refusal with line and reason. */
export function readCategories(text: string): Map<string, CategoryPlan> {
  const categories = new Map<string, CategoryPlan>();
  for (const [key, value] of getFields(readYaml(text))) {
    const fields = getFields(value);
    const name = getText(fields, 'name') ?? { text: key, line: value.line };
    const description = getText(fields, 'description')?.text ?? '';
    categories.set(key, {
      ...createCategoryPlan(key, name.text, { line: name.line }),
      description,
      color: getOption(fields, 'color', categoryColors),
      mark: getOption(fields, 'mark', categoryMarks),
    });
  }
  return categories;
}

/** One of the known values; undefined for an absent field. */
function getOption<Option extends string>(
  fields: YamlFields,
  name: string,
  options: readonly Option[],
): Option | undefined {
  const value = getText(fields, name);
  if (!value) return undefined;
  const option = options.find((known) => known === value.text);
  return option ?? refuse('imports.notOption', { line: value.line }, { name, options: options.join(', ') });
}

/** Finds the category that an article references by key or name, case-insensitive. */
export function createCategoryFinder(
  known: ReadonlyMap<string, CategoryPlan>,
): (reference: YamlText) => CategoryPlan {
  const byWord = new Map<string, CategoryPlan>();
  for (const [key, plan] of known)
    for (const word of [key, plan.name].map((one) => one.toLowerCase()))
      byWord.set(word, byWord.get(word) ?? plan);
  return ({ text, line }) => byWord.get(text.toLowerCase()) ?? createCategoryPlan(text, text, { line });
}

/** A category from its key and name. Throws Refusal for a name that is too long. */
export function createCategoryPlan(key: string, name: string, location: ProblemLocation): CategoryPlan {
  if (name.length > nameMaxLength) refuse('imports.categoryTooLong', location, { max: nameMaxLength });
  return { slug: slugify(key, categorySlugRules), name, description: '' };
}
