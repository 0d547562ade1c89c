import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ModeratedPost } from '#contract/staff.ts';
import { countOf, dateAndTime } from '#text/format.ts';
import { t } from '#text/index.ts';
import { displayName } from '#text/person.ts';
import { nouns } from '#text/ru/nouns.ts';
import { authorPath } from '#web/api/author-path.ts';
import { getBrowser } from '#web/api/browser.ts';
import { Facts } from '#web/ui/facts.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { HideControl } from './hide-control.tsx';
import { Hiding } from './hiding.tsx';
import { itemsPerPage, ModeratedList } from './moderated-list.tsx';
import type { ModerationList } from './moderation-address.ts';

export const moderatedPostsPath = '/staff/posts';

/** All posts, for moderators to hide and restore. */
export function ModeratedPosts({
  list,
  paginationOf,
}: {
  list: ModerationList;
  paginationOf: (pageCount: number) => ReactNode;
}) {
  return (
    <ModeratedList<ModeratedPost>
      base={moderatedPostsPath}
      list={list}
      searchLabel={t('moderation.searchPosts')}
      emptyTitle={t('moderation.emptyPosts')}
      load={(api) =>
        api.call('listModeratedPosts', {
          query: { ...list, search: list.search || undefined, page_size: itemsPerPage },
          quiet: [404],
        })
      }
      paginationOf={paginationOf}
    >
      {(post, onChange) => <Row post={post} onChange={onChange} />}
    </ModeratedList>
  );
}

function Row({ post, onChange }: { post: ModeratedPost; onChange: () => void }) {
  const { title } = post;
  const params = { id: String(post.id) };
  return (
    <article className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-5">
      <div className="min-w-0 flex-1 basis-80">
        <h2 className="text-lg font-semibold wrap-anywhere">
          {post.withdrawn ? (
            t('moderation.withdrawn', { title })
          ) : (
            <Link to={`/posts/${post.slug}`} viewTransition className="hover:underline">
              {title}
            </Link>
          )}
        </h2>
        <p className="mt-1 line-clamp-2 text-sm text-soft">{post.excerpt}</p>
        <Facts className="mt-2 text-xs text-muted">
          <TextLink to={authorPath(post.author_info)}>{displayName(post.author_info)}</TextLink>
          {dateAndTime(post.created_at)}
          {countOf(post.views_count, nouns.view)}
          {countOf(post.comments_count, nouns.comment)}
        </Facts>
        <Hiding hidden={post.hidden} />
      </div>
      <HideControl
        isHidden={post.hidden !== null}
        texts={{
          hide: t('moderation.hidePost', { title }),
          restore: t('moderation.restorePost', { title }),
          title: t('moderation.hidePostTitle'),
          text: t('moderation.hidePostText', { title }),
          reasonHint: t('moderation.reasonPost'),
          hidden: t('moderation.postHidden'),
          restored: t('moderation.postRestored'),
        }}
        hide={(reason) => getBrowser().api.call('hidePost', { params, body: { reason } })}
        restore={() => getBrowser().api.call('restorePost', { params })}
        onDone={onChange}
      />
    </article>
  );
}
