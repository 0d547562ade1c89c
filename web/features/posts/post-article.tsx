import Eye from 'lucide-react/icons/eye';
import MessageSquare from 'lucide-react/icons/message-square';
import type { LucideIcon } from 'lucide-react/types';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { countOf, dateAndTime, shortDate, shortNumber } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import { displayName, initials } from '#locales/person.ts';
import { nouns } from '#locales/ru/nouns.ts';
import * as postListMessages from '#locales/ru/post-list.ts';
import * as postPageMessages from '#locales/ru/post-page.ts';
import { typesetText } from '#locales/typography.ts';
import { authorPath } from '#web/paths/author-path.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Container } from '#web/ui/container.tsx';
import { MetadataList } from '#web/ui/metadata-list.tsx';
import { PaintTogether } from '#web/ui/paint-together.tsx';
import { ArticleBody } from './article-body.tsx';
import { ArticleCover, headlineSize, Standfirst } from './article-head.tsx';
import { CorrectionList } from './correction-list.tsx';
import { DraftBadge } from './draft-badge.tsx';
import { editedAt } from './edited-at.ts';
import { extractHeadings } from './headings.ts';
import { renderedHtml } from './rendered-html.ts';
import { ContentsInMargin, FoldedContents } from './table-of-contents.tsx';
import type { FullPost } from './without-content.ts';

type ArticleProps = {
  post: FullPost;
  /** Shown at the right of the byline. */
  tools: ReactNode;
};

/** A full post: header, image, table of contents and text. */
export function PostArticle({ post, tools }: ArticleProps) {
  const headings = extractHeadings(post.content_html);
  return (
    <article>
      <Container width="text">
        <PaintTogether id="article-header-end">
          <ArticleHeader post={post} tools={tools} />
        </PaintTogether>
      </Container>
      {post.image && (
        <Container width="wide" className="mt-4 max-sm:px-0 sm:mt-8">
          <ArticleCover post={post} isOpenable />
        </Container>
      )}
      <Container width="text" className="relative mt-5 max-sm:has-[>details]:mt-1 sm:mt-8">
        <ContentsInMargin headings={headings} />
        <FoldedContents headings={headings} />
        <ArticleBody html={renderedHtml(post)} />
        <CorrectionList corrections={post.corrections} />
      </Container>
    </article>
  );
}

function ArticleHeader({ post, tools }: ArticleProps) {
  return (
    <header>
      {(post.is_pinned || post.status === 'draft') && (
        <p className="mt-1 flex flex-wrap items-center gap-3">
          {post.is_pinned && <Badge>{postListMessages.pinned}</Badge>}
          <DraftBadge post={post} />
        </p>
      )}
      <h1
        className={classNames(
          'mt-1 font-bold tracking-tight wrap-anywhere sm:mt-2',
          headlineSize(post.title),
        )}
      >
        {typesetText(post.title)}
      </h1>
      <Standfirst text={post.standfirst} />
      <div className="mt-3 flex items-center gap-2 border-y border-rule py-2 sm:mt-6 sm:gap-3 sm:py-3">
        <Avatar
          src={post.author_info.avatar}
          info={post.author_info.avatar_info}
          initials={initials(post.author_info)}
          seed={post.author_info.username}
        />
        <div className="min-w-0 flex-1 text-sm">
          <p className="truncate font-semibold">
            <Link to={authorPath(post.author_info)} viewTransition className="hover:underline">
              {displayName(post.author_info)}
            </Link>
          </p>
          <ArticleMetadata post={post} />
        </div>
        <div className="-mr-2 flex shrink-0 items-center sm:-mr-3">{tools}</div>
      </div>
    </header>
  );
}

/** One line on every screen: phones show the date without the time, and the numbers for which there is room. */
function ArticleMetadata({ post }: { post: FullPost }) {
  const edited = editedAt(post);
  return (
    <MetadataList line="drop" className="h-6 text-muted max-sm:text-xs">
      <time dateTime={post.created_at} title={dateAndTime(post.created_at)}>
        <span className="sm:hidden">{shortDate(post.created_at)}</span>
        <span className="hidden sm:inline">{dateAndTime(post.created_at)}</span>
      </time>
      {edited && (
        <span className="hidden lg:inline">
          {interpolate(postPageMessages.updated, { date: dateAndTime(edited) })}
        </span>
      )}
      <span>
        <span className="sm:hidden">
          {interpolate(postPageMessages.minutes, { minutes: post.reading_time_minutes })}
        </span>
        <span className="hidden sm:inline">
          {interpolate(postListMessages.readingTime, { minutes: post.reading_time_minutes })}
        </span>
      </span>
      {post.status === 'published' && !post.hidden && (
        <Link to="#comments" className="inline-flex min-h-6 items-center hover:text-ink hover:underline">
          <Figure
            Icon={MessageSquare}
            value={post.comments_count}
            words={countOf(post.comments_count, nouns.comment)}
          />
        </Link>
      )}
      {post.views_count > 0 && (
        <Figure Icon={Eye} value={post.views_count} words={countOf(post.views_count, nouns.view)} />
      )}
    </MetadataList>
  );
}

/** A number beside an icon; screen readers get it in words. */
function Figure({ Icon, value, words }: { Icon: LucideIcon; value: number; words: string }) {
  return (
    <span className="inline-flex min-h-6 items-center gap-1" title={words}>
      <Icon aria-hidden className="size-3.5" />
      <span aria-hidden>{shortNumber(value)}</span>
      <span className="sr-only">{words}</span>
    </span>
  );
}
