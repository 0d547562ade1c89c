import { Link } from 'react-router';
import type { Category } from '#contract/categories.ts';
import { countOf } from '#locales/format.ts';
import { nouns } from '#locales/ru/nouns.ts';
import { typesetText } from '#locales/typography.ts';
import { CategoryIcon } from './category-icon.tsx';

/** A category with its description. The whole card links to its posts. */
export function CategoryCard({ category }: { category: Category }) {
  return (
    <article className="group relative flex h-full flex-col border-t-3 border-ink pt-4">
      <h2 className="flex items-start gap-3 text-2xl wrap-anywhere">
        <CategoryIcon name={category.name} className="mt-1 size-6 shrink-0 text-accent" />
        <Link
          to={`/categories/${category.slug}`}
          viewTransition
          className="stretched decoration-accent decoration-2 group-hover:underline"
        >
          {category.name}
        </Link>
      </h2>
      {category.description && (
        <p className="mt-2 line-clamp-3 text-soft">{typesetText(category.description)}</p>
      )}
      <p className="mt-3 text-sm text-muted">{countOf(category.posts_count, nouns.post)}</p>
    </article>
  );
}

type IndexedCategory = Pick<Category, 'id' | 'name' | 'slug' | 'posts_count'>;

/** A compact list of categories with their post counts. */
export function CategoryIndex({ categories }: { categories: readonly IndexedCategory[] }) {
  return (
    <ul className="grid gap-x-8 sm:grid-cols-2 lg:grid-cols-1">
      {categories.map(({ id, name, slug, posts_count }) => (
        <li key={id} className="border-b border-rule">
          <Link
            to={`/categories/${slug}`}
            viewTransition
            className="group flex min-h-12 items-baseline justify-between gap-4 py-3"
          >
            <span className="font-serif text-lg leading-6 font-semibold decoration-accent decoration-2 wrap-anywhere group-hover:underline">
              {name}
            </span>
            <span className="shrink-0 text-sm text-muted">{countOf(posts_count, nouns.post)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
