import type { ReactNode } from 'react';
import { categoryStyle } from '#web/categories/category-mark.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Kicker } from './post-card-parts.tsx';
import type { ListedPost } from './without-content.ts';

type PanelProps = {
  post: ListedPost;
  isInCategory?: boolean;
  /** No panel background on phones. */
  isPlainOnPhones?: boolean;
  className: string;
  children: ReactNode;
};

/** Replaces a missing image: the headline (the children) set in type on the tint of the category. */
export function TypographicPanel({
  post,
  isInCategory,
  isPlainOnPhones = false,
  className,
  children,
}: PanelProps) {
  return (
    <div
      {...categoryStyle(post.category_info)}
      className={classNames(
        'flex flex-col gap-1 rounded-sm sm:gap-2',
        isPlainOnPhones
          ? 'sm:border-t-3 sm:border-category sm:bg-category-tint'
          : 'border-t-3 border-category bg-category-tint',
        className,
      )}
    >
      <Kicker post={post} isInCategory={isInCategory} keepsLine />
      {children}
    </div>
  );
}
