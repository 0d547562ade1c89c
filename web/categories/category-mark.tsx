import type { Category } from '#contract/categories.ts';
import { classNames } from '#web/ui/class-names.ts';
import markSprite from './category-marks.svg?url';

/** Attributes that set `--category` and `--category-tint`, the colours of a category, for an element. */
export const categoryStyle = (category: Pick<Category, 'color'> | null) => ({
  'data-category': category?.color ?? undefined,
});

/** The mark of a category, in the colour of the text. */
export function CategoryMark({
  category,
  className,
}: {
  category: Pick<Category, 'mark'>;
  className: string;
}) {
  return (
    <svg aria-hidden className={classNames('category-mark shrink-0', className)}>
      <use href={`${markSprite}#${category.mark ?? 'tag'}`} />
    </svg>
  );
}

/** The name of a category after its mark, in its colour. */
export function CategoryName({ category }: { category: Pick<Category, 'name' | 'mark' | 'color'> }) {
  return (
    <span
      {...categoryStyle(category)}
      className="inline-flex min-h-lh max-w-full items-center gap-1.5 align-bottom text-category"
    >
      <CategoryMark category={category} className="size-4" />
      <span className="truncate">{category.name}</span>
    </span>
  );
}
