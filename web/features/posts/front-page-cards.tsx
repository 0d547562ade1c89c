import { typesetText } from '#locales/typography.ts';
import { CategoryMark, categoryStyle } from '#web/categories/category-mark.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { CardFooter } from './post-card.tsx';
import { Kicker, PostTitle } from './post-card-parts.tsx';
import { PostImage } from './post-image.tsx';
import { PanelExcerpt, TypographicPanel } from './typographic-panel.tsx';
import type { ListedPost } from './without-content.ts';

type CardProps = { post: ListedPost };

/**
 * The excerpt in as many whole lines as are left in the height of the card, which its neighbours determine. So columns end
 * together whatever the length of their headlines.
 */
export function FillingExcerpt({ post, className }: CardProps & { className?: string }) {
  if (post.excerpt === '') return null;
  return (
    <div className={classNames('filling-lines text-sm text-soft', className)}>
      <p>{typesetText(post.excerpt)}</p>
    </div>
  );
}

/** The lead: the largest headline and picture. The picture takes the height that the column beside it leaves. */
export function LeadCard({ post, isAlone }: CardProps & { isAlone: boolean }) {
  const text = (
    <div className={classNames('flex flex-col gap-2', isAlone && 'lg:flex-1 lg:justify-center')}>
      <Kicker post={post} />
      <PostTitle
        post={post}
        level={2}
        className="text-3xl font-bold tracking-tight sm:text-4xl lg:text-3xl"
      />
      <p className="line-clamp-5 text-base text-soft sm:text-lg">{typesetText(post.excerpt)}</p>
      <CardFooter post={post} />
    </div>
  );
  if (!post.image)
    return (
      <article className="group relative flex w-full flex-col gap-2">
        <TypographicPanel post={post} className="flex-1 justify-center p-5 sm:p-8">
          <PostTitle post={post} level={2} className="text-4xl font-bold tracking-tight sm:text-5xl" />
          <p className="mt-2 text-lg text-soft">{typesetText(post.excerpt)}</p>
        </TypographicPanel>
        <CardFooter post={post} />
      </article>
    );
  return (
    <article
      className={classNames('group relative flex w-full flex-col gap-3', isAlone && 'lg:flex-row lg:gap-8')}
    >
      <PostImage
        post={post}
        layout="lead"
        isLead
        className={isAlone ? 'lg:w-7/12 lg:shrink-0' : 'growing-picture'}
      />
      {text}
    </article>
  );
}

type ColumnCardProps = CardProps & {
  /** How much of the width of the page the card takes on desktops: a quarter if nothing is given. */
  width?: 'third' | 'half' | undefined;
  isInCategory?: boolean | undefined;
};

/** A post with a picture above its headline; on phones a row with a small picture. */
export function ColumnCard({ post, width, isInCategory }: ColumnCardProps) {
  if (!post.image) return <TypeCard post={post} isInCategory={isInCategory} />;
  return (
    <article className="group relative flex w-full gap-4 sm:flex-col sm:gap-2">
      <PostImage
        post={post}
        layout={width ?? 'column'}
        className="order-last w-28 shrink-0 self-start sm:order-none sm:w-full sm:self-auto"
      />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <Kicker post={post} isInCategory={isInCategory} keepsLine />
        <PostTitle post={post} className="text-lg leading-6 sm:line-clamp-6" />
        <FillingExcerpt post={post} className="hidden sm:block" />
        <CardFooter post={post} detail="author" className="mt-auto" />
      </div>
    </article>
  );
}

type TypeCardProps = CardProps & { isLarge?: boolean; isInCategory?: boolean | undefined };

/** A post without a picture, set in type on the tint of its category; the line below is that of its neighbours. */
function TypeCard({ post, isLarge = false, isInCategory = false }: TypeCardProps) {
  return (
    <article className="group relative flex w-full flex-col gap-2">
      <TypographicPanel
        post={post}
        isInCategory={isInCategory}
        className={classNames('flex-1', isLarge ? 'justify-center p-4 sm:p-6' : 'p-4')}
      >
        <PostTitle
          post={post}
          className={isLarge ? 'text-2xl sm:text-3xl' : 'text-xl leading-7 sm:line-clamp-6'}
        />
        {isLarge ? (
          <p className="line-clamp-6 text-soft">{typesetText(post.excerpt)}</p>
        ) : (
          <PanelExcerpt post={post} className="min-h-20 max-sm:line-clamp-4" />
        )}
      </TypographicPanel>
      <CardFooter post={post} detail="author" />
    </article>
  );
}

type LargeCardProps = CardProps & { isEqual?: boolean; hasKicker?: boolean };

/** The large post of a block; `isEqual` if it stands beside another one of the block. */
export function LargeCard({ post, isEqual = false, hasKicker = false }: LargeCardProps) {
  if (!post.image) return <TypeCard post={post} isLarge isInCategory={!hasKicker} />;
  return (
    <article className="group relative flex w-full flex-col gap-3">
      <PostImage post={post} layout="large" className={isEqual ? undefined : 'growing-picture'} />
      <div className={classNames('flex flex-col gap-2', isEqual && 'flex-1')}>
        {hasKicker && <Kicker post={post} />}
        <PostTitle post={post} className="text-2xl font-bold sm:text-3xl sm:leading-9" />
        <p className="line-clamp-5 text-soft">{typesetText(post.excerpt)}</p>
        <CardFooter post={post} detail="author" className="mt-auto" />
      </div>
    </article>
  );
}

type ThumbnailCardProps = CardProps & {
  isInCategory?: boolean;
  /** Whether the mark of the category stands for a missing picture, because neighbours have pictures. */
  hasTile: boolean;
};

/** A post with a thumbnail beside its headline. */
export function ThumbnailCard({ post, isInCategory = false, hasTile }: ThumbnailCardProps) {
  return (
    <article className="group relative flex w-full gap-4 py-4">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        {!isInCategory && <Kicker post={post} keepsLine />}
        <PostTitle post={post} className="text-lg leading-6 sm:line-clamp-7" />
        <FillingExcerpt post={post} className="hidden sm:block" />
        <CardFooter post={post} detail="author" className={isInCategory ? undefined : 'mt-auto'} />
      </div>
      {post.image ? (
        <PostImage post={post} layout="thumbnail" className={thumbnailClass} />
      ) : (
        hasTile && <MarkTile post={post} />
      )}
    </article>
  );
}

const thumbnailClass = 'w-28 shrink-0 self-start lg:w-36';

/** The mark of a post's category on its tint, in the size of a thumbnail. */
const MarkTile = ({ post: { category_info: category } }: CardProps) => (
  <span
    {...categoryStyle(category)}
    className={classNames(
      'flex aspect-3/2 items-center justify-center rounded-sm bg-category-tint text-category',
      thumbnailClass,
    )}
  >
    <CategoryMark category={category ?? { mark: null }} className="size-8" />
  </span>
);
