import MessageSquare from 'lucide-react/icons/message-square';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { countOf, dateAndTime } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import { displayName, initials } from '#locales/person.ts';
import { nouns } from '#locales/ru/nouns.ts';
import * as postListMessages from '#locales/ru/post-list.ts';
import * as postPageMessages from '#locales/ru/post-page.ts';
import { typesetText } from '#locales/typography.ts';
import { CategoryMark, categoryStyle } from '#web/categories/category-mark.tsx';
import { authorPath } from '#web/paths/author-path.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Container } from '#web/ui/container.tsx';
import { MetadataList } from '#web/ui/metadata-list.tsx';
import { ArticleBody } from './article-body.tsx';
import { ArticleCover, Standfirst } from './article-head.tsx';
import { CorrectionList } from './correction-list.tsx';
import { DraftBadge } from './draft-badge.tsx';
import { extractHeadings } from './headings.ts';
import { renderedHtml } from './rendered-html.ts';
import { TableOfContents } from './table-of-contents.tsx';
import type { FullPost } from './without-content.ts';

const editedAfterMs = 60_000;

type ArticleProps = {
  post: FullPost;
  /** Shown at the right of the header. */
  tools: ReactNode;
  /** Shown after the text. */
  actions: ReactNode;
};

/** A full post: header, image, table of contents and text. */
export function PostArticle({ post, tools, actions }: ArticleProps) {
  return (
    <article>
      <Container width="text">
        <ArticleHeader post={post} tools={tools} />
      </Container>
      {post.image && (
        <Container width="wide" className="mt-8">
          <ArticleCover post={post} />
        </Container>
      )}
      <Container width="text" className="mt-8">
        <TableOfContents headings={extractHeadings(post.content_html)} />
        <ArticleBody html={renderedHtml(post)} />
        <CorrectionList corrections={post.corrections} />
        <div className="mt-10 flex flex-wrap items-center gap-3">{actions}</div>
      </Container>
    </article>
  );
}

function ArticleHeader({ post, tools }: Omit<ArticleProps, 'actions'>) {
  const category = post.category_info;
  return (
    <header>
      <p className="flex flex-wrap items-center gap-3 font-medium">
        {category && (
          <Link
            to={`/categories/${category.slug}`}
            viewTransition
            {...categoryStyle(category)}
            className="inline-flex min-h-6 items-center gap-2 text-category hover:underline pointer-coarse:min-h-11"
          >
            <CategoryMark category={category} className="size-5" />
            {category.name}
          </Link>
        )}
        {post.is_pinned && <Badge>{postListMessages.pinned}</Badge>}
        <DraftBadge post={post} />
      </p>
      <h1 className="mt-2 text-3xl font-bold tracking-tight wrap-anywhere sm:text-5xl">
        {typesetText(post.title)}
      </h1>
      <Standfirst text={post.standfirst} />
      <div className="mt-6 flex flex-wrap items-center gap-x-3 gap-y-2 border-y border-rule py-3">
        <div className="flex min-w-60 flex-1 items-center gap-3">
          <Avatar
            src={post.author_info.avatar}
            info={post.author_info.avatar_info}
            initials={initials(post.author_info)}
            seed={post.author_info.username}
          />
          <div className="min-w-0 text-sm">
            <p className="font-semibold wrap-anywhere">
              <Link to={authorPath(post.author_info)} viewTransition className="hover:underline">
                {displayName(post.author_info)}
              </Link>
            </p>
            <ArticleMetadata post={post} />
          </div>
        </div>
        {tools}
      </div>
    </header>
  );
}

function ArticleMetadata({ post }: { post: FullPost }) {
  const { edited_at: editedAt } = post;
  const isEdited = editedAt !== null && Date.parse(editedAt) - Date.parse(post.created_at) > editedAfterMs;
  return (
    <MetadataList className="text-muted">
      <time dateTime={post.created_at}>{dateAndTime(post.created_at)}</time>
      {isEdited && interpolate(postPageMessages.updated, { date: dateAndTime(editedAt) })}
      {interpolate(postListMessages.readingTime, { minutes: post.reading_time_minutes })}
      {countOf(post.views_count, nouns.view)}
      {post.status === 'published' && !post.hidden && (
        <Link
          to="#comments"
          className="inline-flex min-h-6 items-center gap-1 hover:text-ink hover:underline"
        >
          <MessageSquare aria-hidden className="size-3.5" />
          {countOf(post.comments_count, nouns.comment)}
        </Link>
      )}
    </MetadataList>
  );
}
