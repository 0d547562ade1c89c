import { Link } from 'react-router';
import type { Category } from '#contract/categories.ts';
import { countOf } from '#locales/format.ts';
import { nouns } from '#locales/ru/nouns.ts';
import { typesetText } from '#locales/typography.ts';
import { CategoryMark, categoryStyle } from '#web/categories/category-mark.tsx';
import { WholeWords } from '#web/ui/whole-words.tsx';

/** A category with its description. The whole card links to its posts. */
export function CategoryCard({ category }: { category: Category }) {
  return (
    <article
      {...categoryStyle(category)}
      className="group relative flex h-full flex-col border-t-3 border-category pt-4"
    >
      <h2 className="flex items-start gap-3 text-2xl wrap-anywhere">
        <CategoryMark category={category} className="mt-1 size-6 text-category" />
        <Link
          to={`/categories/${category.slug}`}
          viewTransition
          className="stretched decoration-accent decoration-2 group-hover:underline"
        >
          {category.name}
        </Link>
      </h2>
      {category.description && (
        <p className="mt-2 line-clamp-3 text-soft">
          <WholeWords text={typesetText(category.description)} />
        </p>
      )}
      <p className="mt-3 text-sm text-muted">{countOf(category.posts_count, nouns.post)}</p>
    </article>
  );
}
