import { categorySlugRules } from '#server/features/categories/index.ts';
import { slugify } from '#server/platform/slug.ts';
import { type Place, refuse } from './problem.ts';
import { fieldsOf, readYaml, textOf, type YamlText } from './yaml-value.ts';

/** The data of a category, if it has to be created. */
export type CategoryPlan = { slug: string; name: string; description: string };

const nameMaxLength = 100;

/** Reads `_data/categories.yml`: name and description by key. Throws Refusal with line and reason. */
export function readCategories(text: string): Map<string, CategoryPlan> {
  const categories = new Map<string, CategoryPlan>();
  for (const [key, value] of fieldsOf(readYaml(text))) {
    const fields = fieldsOf(value);
    const name = textOf(fields, 'name') ?? { text: key, line: value.line };
    const description = textOf(fields, 'description')?.text ?? '';
    categories.set(key, { ...planOf(key, name.text, { line: name.line }), description });
  }
  return categories;
}

/** The category that an article references by key or name, case-insensitive. */
export function planCategory(
  known: ReadonlyMap<string, CategoryPlan>,
  { text, line }: YamlText,
): CategoryPlan {
  const wanted = text.toLowerCase();
  const found = [...known].find(([key, { name }]) =>
    [key, name].some((word) => word.toLowerCase() === wanted),
  );
  return found?.[1] ?? planOf(text, text, { line });
}

function planOf(key: string, name: string, place: Place): CategoryPlan {
  if (name.length > nameMaxLength) refuse('imports.categoryTooLong', place, { max: nameMaxLength });
  return { slug: slugify(key, categorySlugRules), name, description: '' };
}
