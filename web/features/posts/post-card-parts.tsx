import Eye from 'lucide-react/icons/eye';
import MessageSquare from 'lucide-react/icons/message-square';
import Pin from 'lucide-react/icons/pin';
import type { LucideIcon } from 'lucide-react/types';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { countOf, shortNumber } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import { displayName } from '#locales/person.ts';
import { nouns } from '#locales/ru/nouns.ts';
import * as postListMessages from '#locales/ru/post-list.ts';
import { typesetText } from '#locales/typography.ts';
import { CategoryMark, categoryStyle } from '#web/categories/category-mark.tsx';
import { authorPath } from '#web/paths/author-path.ts';
import { Badge } from '#web/ui/badge.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { MetadataList } from '#web/ui/metadata-list.tsx';
import { WholeWords } from '#web/ui/whole-words.tsx';
import { DraftBadge } from './draft-badge.tsx';
import { PostDate } from './post-date.tsx';
import type { ListedPost } from './without-content.ts';

/** Longer headlines may not fit into the lines of their card. */
const longTitleLength = 80;

/** A headline whose link covers its whole card. */
export function PostTitle({
  post,
  level = 3,
  className,
  children,
}: {
  post: ListedPost;
  level?: 2 | 3;
  className: string;
  /** The title with marks. */
  children?: ReactNode;
}) {
  const Heading = level === 2 ? 'h2' : 'h3';
  const title = typesetText(post.title);
  const isLong = title.length > longTitleLength;
  return (
    <Heading className={classNames('wrap-anywhere', className)}>
      <Link
        to={`/posts/${post.slug}`}
        viewTransition
        className="stretched decoration-accent decoration-2 group-hover:underline"
      >
        {children ?? (isLong ? <WholeWords text={title} /> : title)}
      </Link>
    </Heading>
  );
}

type KickerProps = {
  post: ListedPost;
  isInCategory?: boolean;
  /** Whether the line stays free without a category, so that the headline stands on the line of its neighbours. */
  keepsLine?: boolean;
};

/** The category above a headline (omitted on the category's own page) and the badges: pinned, draft. */
export function Kicker({ post, isInCategory = false, keepsLine = false }: KickerProps) {
  const category = isInCategory ? null : post.category_info;
  if (!category && !post.is_pinned && post.status !== 'draft')
    return keepsLine && !isInCategory && <p className="hidden h-6 sm:block" />;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm font-medium">
      {category && (
        <Link
          to={`/categories/${category.slug}`}
          viewTransition
          {...categoryStyle(category)}
          className="relative z-10 inline-flex min-h-6 items-center gap-1.5 text-category hover:underline"
        >
          <CategoryMark category={category} className="size-4" />
          {category.name}
        </Link>
      )}
      {post.is_pinned && (
        <Badge>
          <Pin aria-hidden className="size-3.5" />
          {postListMessages.pinned}
        </Badge>
      )}
      <DraftBadge post={post} />
    </p>
  );
}

/** `author` is author and date, `full` adds the reading time, `views` the number of views. */
export type MetaDetail = 'author' | 'full' | 'views';

/** Author and date of a card, and the number of comments if there are any. */
export function PostMeta({ post, detail = 'full' }: { post: ListedPost; detail?: MetaDetail }) {
  return (
    <MetadataList line="drop" className="text-xs text-muted">
      <Link
        to={authorPath(post.author_info)}
        viewTransition
        className="relative z-10 py-1 font-medium text-soft hover:text-ink hover:underline"
      >
        {displayName(post.author_info)}
      </Link>
      <PostDate iso={post.created_at} />
      {detail !== 'author' &&
        interpolate(postListMessages.readingTime, { minutes: post.reading_time_minutes })}
      {detail === 'views' && post.views_count > 0 && (
        <Count Icon={Eye} value={post.views_count} words={countOf(post.views_count, nouns.view)} />
      )}
      {post.comments_count > 0 && (
        <Count
          Icon={MessageSquare}
          value={post.comments_count}
          words={countOf(post.comments_count, nouns.comment)}
        />
      )}
    </MetadataList>
  );
}

/** A number beside an icon; screen readers get it in words. */
export function Count({ Icon, value, words }: { Icon: LucideIcon; value: number; words: string }) {
  return (
    <span className="inline-flex items-center gap-1">
      <Icon aria-hidden className="size-3.5" />
      <span aria-hidden>{shortNumber(value)}</span>
      <span className="sr-only">{words}</span>
    </span>
  );
}
