import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { dateAndTime } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import { displayName, initials } from '#locales/person.ts';
import * as postPageMessages from '#locales/ru/post-page.ts';
import { typesetText } from '#locales/typography.ts';
import { authorPath } from '#web/paths/author-path.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { WholeWords } from '#web/ui/whole-words.tsx';
import { editedAt } from './edited-at.ts';
import type { FullPost } from './without-content.ts';

type EndProps = { post: FullPost; authorBio: string; actions: ReactNode };

/** What follows the text: the date of the last change, the actions, and the author with a line about them. */
export function ArticleEnd({ post, authorBio, actions }: EndProps) {
  const edited = editedAt(post);
  return (
    <footer className="flex flex-col gap-6">
      {edited && (
        <p className="text-sm text-muted sm:hidden">
          {interpolate(postPageMessages.updatedAtEnd, { date: dateAndTime(edited) })}
        </p>
      )}
      {actions}
      <aside
        aria-label={postPageMessages.author}
        className="flex items-start gap-4 border-y border-rule py-5"
      >
        <Avatar
          src={post.author_info.avatar}
          info={post.author_info.avatar_info}
          initials={initials(post.author_info)}
          seed={post.author_info.username}
          size="lg"
        />
        <address className="min-w-0 flex-1 not-italic">
          <span className="block font-serif text-lg font-semibold wrap-anywhere">
            <Link to={authorPath(post.author_info)} viewTransition className="hover:underline">
              {displayName(post.author_info)}
            </Link>
          </span>
          {authorBio && (
            <span className="line-clamp-3 text-soft wrap-anywhere">
              <WholeWords text={typesetText(authorBio)} />
            </span>
          )}
          <Link
            to={authorPath(post.author_info)}
            viewTransition
            className="inline-flex min-h-8 items-center text-sm font-medium text-link hover:text-link-hover hover:underline pointer-coarse:min-h-11"
          >
            {postPageMessages.authorAll}
          </Link>
        </address>
      </aside>
    </footer>
  );
}
