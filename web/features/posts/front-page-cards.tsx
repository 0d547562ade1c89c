import { typesetText } from '#locales/typography.ts';
import { classNames } from '#web/ui/class-names.ts';
import { CardFooter } from './post-card.tsx';
import { Kicker, PostTitle } from './post-card-parts.tsx';
import { PostImage } from './post-image.tsx';
import { TypographicPanel } from './typographic-panel.tsx';
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
      <p className="line-clamp-3 text-base text-soft sm:text-lg">{typesetText(post.excerpt)}</p>
      <CardFooter post={post} />
    </div>
  );
  if (!post.image)
    return (
      <article className="group relative flex w-full flex-col">
        <TypographicPanel post={post} className="flex-1 justify-center p-5 sm:p-8">
          <PostTitle post={post} level={2} className="text-4xl font-bold tracking-tight sm:text-5xl" />
          <p className="mt-2 text-lg text-soft">{typesetText(post.excerpt)}</p>
          <CardFooter post={post} className="mt-2" />
        </TypographicPanel>
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

/** A post with a picture above its headline; on phones a row with a small picture. */
export function ColumnCard({ post }: CardProps) {
  if (!post.image) return <TypeCard post={post} />;
  return (
    <article className="group relative flex w-full gap-4 sm:flex-col sm:gap-2">
      <PostImage
        post={post}
        layout="column"
        className="order-last w-28 shrink-0 self-start sm:order-none sm:w-full sm:self-auto"
      />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <Kicker post={post} />
        <PostTitle post={post} className="text-lg leading-6" />
        <FillingExcerpt post={post} className="hidden sm:block" />
        <CardFooter post={post} detail="author" className="mt-auto" />
      </div>
    </article>
  );
}

/** A post without a picture, set in type on the tint of its category. */
function TypeCard({ post, isLarge = false }: CardProps & { isLarge?: boolean }) {
  return (
    <article className="group relative flex w-full flex-col">
      <TypographicPanel
        post={post}
        isInCategory={isLarge}
        className={classNames('flex-1', isLarge ? 'p-4 sm:p-6' : 'p-4')}
      >
        <PostTitle post={post} className={isLarge ? 'text-2xl sm:text-3xl' : 'text-xl leading-7'} />
        <p className={classNames('text-soft', isLarge ? 'line-clamp-6' : 'line-clamp-4 text-sm')}>
          {typesetText(post.excerpt)}
        </p>
        <CardFooter post={post} detail="author" className="mt-auto pt-2" />
      </TypographicPanel>
    </article>
  );
}

/** The large post of a block; `isEqual` if it stands beside another one. */
export function LargeCard({ post, isEqual = false }: CardProps & { isEqual?: boolean }) {
  if (!post.image) return <TypeCard post={post} isLarge />;
  return (
    <article className="group relative flex w-full flex-col gap-3">
      <PostImage post={post} layout="large" className={isEqual ? undefined : 'growing-picture'} />
      <div className={classNames('flex flex-col gap-2', isEqual && 'flex-1')}>
        <PostTitle post={post} className="text-2xl font-bold sm:text-3xl sm:leading-9" />
        <p className="line-clamp-3 text-soft">{typesetText(post.excerpt)}</p>
        <CardFooter post={post} detail="author" className="mt-auto" />
      </div>
    </article>
  );
}

/** A post with a thumbnail beside its headline. */
export function ThumbnailCard({ post, isInCategory }: CardProps & { isInCategory?: boolean }) {
  return (
    <article className="group relative flex w-full gap-4 py-4">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        {!isInCategory && <Kicker post={post} />}
        <PostTitle post={post} className="text-lg leading-6" />
        <FillingExcerpt post={post} className="hidden sm:block" />
        <CardFooter post={post} detail="author" className="mt-auto" />
      </div>
      {post.image && (
        <PostImage post={post} layout="thumbnail" className="w-28 shrink-0 self-start sm:w-36" />
      )}
    </article>
  );
}
