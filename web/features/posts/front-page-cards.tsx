import { typesetText } from '#locales/typography.ts';
import { CategoryMark, categoryStyle } from '#web/categories/category-mark.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { WholeWords } from '#web/ui/whole-words.tsx';
import { FillingExcerpt } from './filling-excerpt.tsx';
import { CardFooter } from './post-card.tsx';
import { Kicker, PostTitle } from './post-card-parts.tsx';
import { PostImage } from './post-image.tsx';
import { PanelExcerpt, TypographicPanel } from './typographic-panel.tsx';
import type { ListedPost } from './without-content.ts';

type CardProps = { post: ListedPost };

/** A shorter excerpt does not fill the height that the longest headline beside it may leave. */
const shortExcerpt = 100;

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
      <p className="line-clamp-5 text-base text-soft sm:text-lg">
        <WholeWords text={typesetText(post.excerpt)} />
      </p>
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

/**
 * A post with a picture above its headline; on phones a row with a small picture. The height that neighbours leave goes to the
 * excerpt, and what this cannot fill to the picture.
 */
export function ColumnCard({ post, width, isInCategory }: ColumnCardProps) {
  if (!post.image) return <TypeCard post={post} isInCategory={isInCategory} />;
  return (
    <article className="group relative flex w-full gap-4 sm:flex-col sm:gap-1">
      <PostImage
        post={post}
        layout={width ?? 'column'}
        className="growing-picture order-last w-28 self-start sm:order-none sm:mb-1 sm:w-full sm:self-auto"
      />
      <div className="flex min-w-0 flex-1 flex-col gap-1 sm:contents">
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
          <p className="line-clamp-6 text-soft">
            <WholeWords text={typesetText(post.excerpt)} />
          </p>
        ) : (
          <PanelExcerpt post={post} className="sm:min-h-20 max-sm:line-clamp-4" />
        )}
      </TypographicPanel>
      <CardFooter post={post} detail="author" />
    </article>
  );
}

type LargeCardProps = CardProps & { keepsRatio?: boolean; hasKicker?: boolean };

/** The large post of a block; with `keepsRatio` its picture does not take the height that its neighbour leaves. */
export function LargeCard({ post, keepsRatio = false, hasKicker = false }: LargeCardProps) {
  if (!post.image) return <TypeCard post={post} isLarge isInCategory={!hasKicker} />;
  return (
    <article className="group relative flex w-full flex-col gap-3">
      <PostImage post={post} layout="large" className={keepsRatio ? 'shrink-0' : 'growing-picture'} />
      <div className={classNames('flex flex-col gap-2', keepsRatio && 'flex-1')}>
        {hasKicker && <Kicker post={post} />}
        <PostTitle post={post} className="text-2xl font-bold sm:text-3xl sm:leading-9" />
        <p className="line-clamp-5 text-soft">
          <WholeWords text={typesetText(post.excerpt)} />
        </p>
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
  const stretch = post.excerpt.length < shortExcerpt ? stretchClass : undefined;
  return (
    <article className="group relative flex w-full gap-4 py-4">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        {!isInCategory && <Kicker post={post} keepsLine />}
        <PostTitle post={post} className="text-lg leading-6 sm:line-clamp-7" />
        <FillingExcerpt post={post} className="hidden sm:block" />
        <CardFooter post={post} detail="author" className={isInCategory ? undefined : 'mt-auto'} />
      </div>
      {post.image ? (
        <PostImage post={post} layout="thumbnail" className={classNames(thumbnailClass, stretch)} />
      ) : (
        hasTile && <MarkTile post={post} className={stretch} />
      )}
    </article>
  );
}

const thumbnailClass = 'w-28 shrink-0 self-start lg:w-36';
const stretchClass = 'stretching-picture sm:aspect-auto sm:min-h-19 sm:self-stretch lg:min-h-24';

/** The mark of a post's category on its tint, in the size of a thumbnail. */
const MarkTile = ({
  post: { category_info: category },
  className,
}: CardProps & { className: string | undefined }) => (
  <span
    {...categoryStyle(category)}
    className={classNames(
      'flex aspect-3/2 items-center justify-center rounded-sm bg-category-tint text-category',
      thumbnailClass,
      className,
    )}
  >
    <CategoryMark category={category ?? { mark: null }} className="size-8" />
  </span>
);
