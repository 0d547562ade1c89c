import { categorySlugRules } from '#server/features/categories/index.ts';
import { slugify } from '#server/platform/slug.ts';
import { type Place, refuse } from './problem.ts';
import { fieldsOf, readYaml, textOf, type YamlText } from './yaml-value.ts';

/** What a category is made of, should there be none yet. */
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

/** The category that an article names by key or name, in whatever case. */
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
