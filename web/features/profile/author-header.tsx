import type { ReactNode } from 'react';
import type { AuthorProfile } from '#contract/users.ts';
import { countOf, fullDate } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import { displayName, initials } from '#locales/person.ts';
import * as authorPageMessages from '#locales/ru/author-page.ts';
import { nouns } from '#locales/ru/nouns.ts';
import { typesetText } from '#locales/typography.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { MetadataList } from '#web/ui/metadata-list.tsx';

/** The header of an author's page: avatar, name, bio and counters. */
export function AuthorHeader({
  author,
  postsCount,
  action,
}: {
  author: AuthorProfile;
  postsCount: number;
  action: ReactNode;
}) {
  return (
    <header className="flex flex-col gap-5 border-b-4 border-double border-rule-strong pb-6 sm:flex-row sm:gap-8">
      <Avatar src={author.avatar} initials={initials(author)} seed={author.username} size="xl" />
      <div className="min-w-0 flex-1">
        <h1 className="text-4xl font-bold wrap-anywhere sm:text-5xl">{displayName(author)}</h1>
        <MetadataList className="mt-2 text-sm text-muted">
          <span className="wrap-anywhere">@{author.username}</span>
          {interpolate(authorPageMessages.since, { date: fullDate(author.created_at) })}
          {countOf(postsCount, nouns.article)}
          {countOf(author.comments_count, nouns.comment)}
        </MetadataList>
        {author.bio && (
          <p className="mt-4 max-w-text text-lg whitespace-pre-line text-soft wrap-anywhere">
            {typesetText(author.bio)}
          </p>
        )}
        {action}
      </div>
    </header>
  );
}
