import MessageSquare from 'lucide-react/icons/message-square';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { bindShortWords, countOf, dateAndTime } from '#text/format.ts';
import { t } from '#text/index.ts';
import { displayName, initials } from '#text/person.ts';
import { nouns } from '#text/ru/nouns.ts';
import { authorPath } from '#web/api/author-path.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Container } from '#web/ui/container.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { ArticleBody } from './article-body.tsx';
import { Contents } from './contents.tsx';
import { headingsOf } from './headings.ts';
import { PostImage } from './post-image.tsx';
import { renderedHtml } from './rendered-html.ts';
import type { WholePost } from './without-content.ts';

const editedAfterMs = 60_000;

type ArticleProps = {
  post: WholePost;
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
        <PostHead post={post} tools={tools} />
      </Container>
      {post.image && (
        <Container width="wide" className="mt-8">
          <PostImage post={post} place="article" alt={t('postList.imageOf', { title: post.title })} isLead />
        </Container>
      )}
      <Container width="text" className="mt-8">
        <Contents headings={headingsOf(post.content_html)} />
        <ArticleBody html={renderedHtml(post)} />
        <div className="mt-10 flex flex-wrap items-center gap-3">{actions}</div>
      </Container>
    </article>
  );
}

function PostHead({ post, tools }: Omit<ArticleProps, 'actions'>) {
  const category = post.category_info;
  return (
    <header>
      <p className="flex flex-wrap items-center gap-3 font-medium">
        {category && (
          <Link
            to={`/categories/${category.slug}`}
            viewTransition
            className="inline-flex min-h-6 items-center text-accent hover:text-accent-strong hover:underline pointer-coarse:min-h-11"
          >
            {category.name}
          </Link>
        )}
        {post.is_pinned && <Badge>{t('postList.pinned')}</Badge>}
        {post.status === 'draft' && <Badge tone="warning">{t('postList.draft')}</Badge>}
      </p>
      <h1 className="mt-2 text-3xl font-bold tracking-tight wrap-anywhere sm:text-5xl">
        {bindShortWords(post.title)}
      </h1>
      <div className="mt-6 flex flex-wrap items-center gap-x-3 gap-y-2 border-y border-rule py-3">
        <div className="flex min-w-60 flex-1 items-center gap-3">
          <Avatar
            src={post.author_info.avatar}
            facts={post.author_info.avatar_info}
            initials={initials(post.author_info)}
          />
          <div className="min-w-0 text-sm">
            <p className="font-semibold wrap-anywhere">
              <Link to={authorPath(post.author_info)} viewTransition className="hover:underline">
                {displayName(post.author_info)}
              </Link>
            </p>
            <PostFacts post={post} />
          </div>
        </div>
        {tools}
      </div>
    </header>
  );
}

function PostFacts({ post }: { post: WholePost }) {
  const { edited_at: editedAt } = post;
  const isEdited = editedAt !== null && Date.parse(editedAt) - Date.parse(post.created_at) > editedAfterMs;
  return (
    <Facts className="text-muted">
      <time dateTime={post.created_at}>{dateAndTime(post.created_at)}</time>
      {isEdited && t('postPage.updated', { date: dateAndTime(editedAt) })}
      {t('postList.readingTime', { minutes: post.reading_time_minutes })}
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
    </Facts>
  );
}
