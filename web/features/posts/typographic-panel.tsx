import type { ReactNode } from 'react';
import { typesetText } from '#locales/typography.ts';
import { CategoryMark, categoryStyle } from '#web/categories/category-mark.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { WholeWords } from '#web/ui/whole-words.tsx';
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

/** The excerpt in the height of a panel that the headline leaves; the mark of the category fills what is still empty. */
export function PanelExcerpt({ post, className }: { post: ListedPost; className: string }) {
  return (
    <div
      className={classNames(
        'filling-lines panel-excerpt text-sm text-soft',
        post.excerpt === '' && 'max-sm:hidden',
        className,
      )}
    >
      {post.excerpt !== '' && (
        <p>
          <WholeWords text={typesetText(post.excerpt)} />
        </p>
      )}
      {post.category_info && <CategoryMark category={post.category_info} className="size-12 text-category" />}
    </div>
  );
}

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
        'flex flex-col rounded-sm sm:gap-2',
        isPlainOnPhones
          ? 'gap-1 sm:border-t-3 sm:border-category sm:bg-category-tint'
          : 'gap-2 border-t-3 border-category bg-category-tint',
        className,
      )}
    >
      <Kicker post={post} isInCategory={isInCategory} keepsLine />
      {children}
    </div>
  );
}
