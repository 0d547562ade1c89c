import type { Category as CategoryBody } from '#contract/categories.ts';
import type { Category } from './category.ts';

export const presentCategory = (category: Category): CategoryBody => ({
  id: category.id,
  name: category.name,
  slug: category.slug,
  description: category.description,
  color: category.color,
  mark: category.mark,
  posts_count: category.postsCount,
  created_at: category.createdAt.toISOString(),
});
