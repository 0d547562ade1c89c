import { Link } from 'react-router';
import type { FoundAuthor, FoundCategory, FoundComment, FoundPost, SearchResults } from '#contract/search.ts';
import type { SearchTab } from '#contract/search-tabs.ts';
import { countOf, shortDate } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import { displayName, initials } from '#locales/person.ts';
import { nouns } from '#locales/ru/nouns.ts';
import * as searchMessages from '#locales/ru/search.ts';
import { typesetText } from '#locales/typography.ts';
import { CategoryMark, categoryStyle } from '#web/categories/category-mark.tsx';
import { authorPath } from '#web/paths/author-path.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { MarkedText } from '#web/ui/marked-text.tsx';
import { CardFooter } from './post-card.tsx';
import { Kicker, PostTitle } from './post-card-parts.tsx';
import { PostImage } from './post-image.tsx';
import { toListedPost } from './without-content.ts';

/** What the page embeds of the results: posts as lists show them. */
export function toFound({ posts, ...found }: SearchResults) {
  return { ...found, posts: posts.map(({ post, ...marked }) => ({ post: toListedPost(post), ...marked })) };
}
export type Found = ReturnType<typeof toFound>;

const rowClass = 'group relative flex gap-4 py-5 sm:gap-6';
const linkClass = 'stretched decoration-accent decoration-2 group-hover:underline';

/** The results of one tab as rows. */
export function SearchRows({ tab, found }: { tab: SearchTab; found: Found }) {
  return (
    <ul className="max-w-wide divide-y divide-rule">
      {tab === 'posts' &&
        found.posts.map((item) => (
          <li key={item.post.id}>
            <PostRow found={item} />
          </li>
        ))}
      {tab === 'comments' &&
        found.comments.map((item) => (
          <li key={item.comment.id}>
            <CommentRow found={item} />
          </li>
        ))}
      {tab === 'authors' &&
        found.authors.map((item) => (
          <li key={item.author_info.id}>
            <AuthorRow found={item} />
          </li>
        ))}
      {tab === 'categories' &&
        found.categories.map((item) => (
          <li key={item.category.id}>
            <CategoryRow found={item} />
          </li>
        ))}
    </ul>
  );
}

type ListedFound = Omit<FoundPost, 'post'> & { post: ReturnType<typeof toListedPost> };

function PostRow({ found: { post, title, fragment } }: { found: ListedFound }) {
  return (
    <article className={rowClass}>
      {post.image && <PostImage post={post} layout="list" className="w-28 shrink-0 self-start sm:w-48" />}
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <Kicker post={post} />
        <PostTitle post={post} level={2} className="text-lg leading-6 sm:text-2xl sm:leading-8">
          <MarkedText parts={title} />
        </PostTitle>
        <p className="text-sm text-soft wrap-anywhere max-sm:line-clamp-4">
          <MarkedText parts={fragment} />
        </p>
        <CardFooter post={post} detail="author" className="mt-auto min-h-6" />
      </div>
    </article>
  );
}

function CommentRow({ found: { comment, fragment } }: { found: FoundComment }) {
  const { id, post_slug: slug, post_title: title, author_info: author } = comment;
  return (
    <article className={rowClass}>
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <p className="text-xs text-muted">
          <span className="font-medium text-soft">{displayName(author)}</span>,{' '}
          <time dateTime={comment.created_at}>{shortDate(comment.created_at)}</time>
        </p>
        <p className="wrap-anywhere">
          <MarkedText parts={fragment} />
        </p>
        <h2 className="font-sans text-sm font-medium wrap-anywhere text-soft">
          <Link to={`/posts/${slug}#comment-${id}`} viewTransition className={linkClass}>
            {interpolate(searchMessages.commentOn, { title: typesetText(title) })}
          </Link>
        </h2>
      </div>
    </article>
  );
}

function AuthorRow({ found: { author_info: author, name, bio, posts_count } }: { found: FoundAuthor }) {
  return (
    <article className={rowClass}>
      <Avatar
        src={author.avatar}
        info={author.avatar_info}
        initials={initials(author)}
        seed={author.username}
        size="lg"
      />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <h2 className="text-lg leading-6 wrap-anywhere sm:text-2xl sm:leading-8">
          <Link to={authorPath(author)} viewTransition className={linkClass}>
            <MarkedText parts={name} />
          </Link>
        </h2>
        {bio && <p className="line-clamp-2 text-sm text-soft wrap-anywhere">{typesetText(bio)}</p>}
        <p className="text-xs text-muted">{countOf(posts_count, nouns.article)}</p>
      </div>
    </article>
  );
}

function CategoryRow({ found: { category, name } }: { found: FoundCategory }) {
  return (
    <article {...categoryStyle(category)} className={rowClass}>
      <CategoryMark category={category} className="mt-1 size-6 shrink-0 text-category" />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <h2 className="text-lg leading-6 wrap-anywhere sm:text-2xl sm:leading-8">
          <Link to={`/categories/${category.slug}`} viewTransition className={linkClass}>
            <MarkedText parts={name} />
          </Link>
        </h2>
        {category.description && (
          <p className="line-clamp-2 text-sm text-soft">{typesetText(category.description)}</p>
        )}
        <p className="text-xs text-muted">{countOf(category.posts_count, nouns.article)}</p>
      </div>
    </article>
  );
}
