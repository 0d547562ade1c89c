import { typesetText } from '#locales/typography.ts';
import { classNames } from '#web/ui/class-names.ts';
import { WholeWords } from '#web/ui/whole-words.tsx';
import { FillingExcerpt } from './filling-excerpt.tsx';
import { Kicker, type MetaDetail, PostMeta, PostTitle } from './post-card-parts.tsx';
import { PostImage } from './post-image.tsx';
import { CardTools } from './post-tools.tsx';
import { PanelExcerpt, TypographicPanel } from './typographic-panel.tsx';
import type { ListedPost } from './without-content.ts';

type CardProps = { post: ListedPost };

/** At least three lines of an excerpt, if it has so many. */
const threeLines = 'sm:min-h-[calc(min(3,var(--most-lines))*1.25rem)] max-sm:line-clamp-3';

/** A card of a grid: image, headline and excerpt. */
export function StandardCard({
  post,
  isInCategory,
  isFirst,
}: CardProps & { isInCategory?: boolean; isFirst?: boolean }) {
  return (
    <article className="group relative flex flex-1 flex-col gap-2">
      {post.image ? (
        <>
          <PostImage post={post} layout="standard" isLead={isFirst} className="growing-picture mb-1" />
          <Kicker post={post} isInCategory={isInCategory} keepsLine />
          <PostTitle post={post} level={2} className="text-xl" />
          <FillingExcerpt post={post} className={threeLines} />
        </>
      ) : (
        <TypographicPanel post={post} isInCategory={isInCategory} className="mb-1 grow p-5 sm:aspect-3/2">
          <PostTitle post={post} level={2} className="text-2xl" />
          <PanelExcerpt post={post} className="sm:min-h-15 max-sm:line-clamp-5" />
        </TypographicPanel>
      )}
      <CardFooter post={post} className="mt-auto min-h-6" />
    </article>
  );
}

/** A row of a list: a small image, if there is one, and the post beside it. */
export function ListCard({ post }: CardProps) {
  return (
    <article className="group relative flex gap-4 py-5 sm:gap-6">
      {post.image && <PostImage post={post} layout="list" className="w-28 shrink-0 self-start sm:w-48" />}
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <Kicker post={post} />
        <PostTitle post={post} level={2} className="text-lg leading-6 sm:text-2xl sm:leading-8" />
        <Excerpt post={post} className="hidden sm:line-clamp-2" />
        <CardFooter post={post} detail="views" className="mt-auto min-h-6" />
      </div>
    </article>
  );
}

/**
 * Author, date and counters, and the tools for users with permissions. The tools never cover the image or the badges,
 * and do not make the row higher than it is for other readers.
 */
export function CardFooter({
  post,
  detail,
  className,
}: CardProps & { detail?: MetaDetail; className?: string }) {
  return (
    <div className={classNames('flex items-center gap-2', className)}>
      <div className="min-w-0 flex-1">
        <PostMeta post={post} detail={detail} />
      </div>
      <CardTools post={post} className="relative z-10 -my-3.5 -mr-2 shrink-0" />
    </div>
  );
}

/** A post in a row of four; on phones a line with a small image at its end, or without one. */
export function RowCard({ post }: CardProps) {
  return (
    <article className="group relative flex w-full gap-4 py-4 sm:flex-col sm:gap-2 sm:py-0">
      {post.image ? (
        <>
          <PostImage
            post={post}
            layout="row"
            className="growing-picture order-last w-28 self-start sm:order-none sm:mb-1 sm:w-full sm:self-auto"
          />
          <div className="flex min-w-0 flex-1 flex-col gap-1 sm:contents">
            <Kicker post={post} keepsLine />
            <PostTitle post={post} className="text-lg leading-6 sm:text-xl sm:leading-7" />
            <FillingExcerpt post={post} className={`${threeLines} max-sm:hidden`} />
            <CardFooter post={post} detail="author" className="mt-auto" />
          </div>
        </>
      ) : (
        <div className="flex min-w-0 flex-1 flex-col gap-1 sm:gap-2">
          <TypographicPanel post={post} isPlainOnPhones className="sm:aspect-3/2 sm:grow sm:p-4">
            <PostTitle post={post} className="text-lg leading-6 sm:text-xl sm:leading-7" />
            <PanelExcerpt post={post} className="min-h-15 max-sm:hidden" />
          </TypographicPanel>
          <CardFooter post={post} detail="author" />
        </div>
      )}
    </article>
  );
}

function Excerpt({ post, className }: CardProps & { className: string }) {
  if (post.excerpt === '') return null;
  return (
    <p className={classNames('text-sm text-soft', className)}>
      <WholeWords text={typesetText(post.excerpt)} />
    </p>
  );
}
