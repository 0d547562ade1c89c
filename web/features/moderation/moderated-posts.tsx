import { Link } from 'react-router';
import type { ModeratedPost } from '#contract/staff.ts';
import { countOf, dateAndTime } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import { displayName } from '#locales/person.ts';
import * as moderationMessages from '#locales/ru/moderation.ts';
import { nouns } from '#locales/ru/nouns.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { authorPath } from '#web/paths/author-path.ts';
import { MetadataList } from '#web/ui/metadata-list.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { FrontPageControl } from './front-page-control.tsx';
import { HideControl } from './hide-control.tsx';
import { HidingDetails } from './hiding-details.tsx';
import { itemsPerPage, ModeratedList } from './moderated-list.tsx';
import type { ModerationList } from './moderation-path.ts';

const moderatedPostsPath = '/staff/posts';

/** All posts, for moderators to hide and restore. */
export function ModeratedPosts({ list }: { list: ModerationList }) {
  return (
    <ModeratedList<ModeratedPost>
      base={moderatedPostsPath}
      list={list}
      searchLabel={moderationMessages.searchPosts}
      emptyTitle={moderationMessages.emptyPosts}
      load={(api) =>
        api.call('listModeratedPosts', {
          query: { ...list, search: list.search || undefined, page_size: itemsPerPage },
          suppressToastFor: [404],
        })
      }
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
            interpolate(moderationMessages.withdrawn, { title })
          ) : (
            <Link to={`/posts/${post.slug}`} viewTransition className="hover:underline">
              {title}
            </Link>
          )}
        </h2>
        <p className="mt-1 line-clamp-2 text-sm text-soft">{post.excerpt}</p>
        <MetadataList className="mt-2 text-xs text-muted">
          <TextLink to={authorPath(post.author_info)}>{displayName(post.author_info)}</TextLink>
          {dateAndTime(post.created_at)}
          {countOf(post.views_count, nouns.view)}
          {countOf(post.comments_count, nouns.comment)}
        </MetadataList>
        {post.off_front_page && (
          <p className="mt-2 text-sm text-warning">
            {post.off_front_page.by
              ? interpolate(moderationMessages.keptOffBy, {
                  date: dateAndTime(post.off_front_page.at),
                  name: displayName(post.off_front_page.by),
                })
              : moderationMessages.keptOff}
          </p>
        )}
        <HidingDetails hidden={post.hidden} />
      </div>
      <div className="flex flex-wrap gap-2">
        {post.hidden === null && <FrontPageControl post={post} onDone={onChange} />}
        <HideControl
          isHidden={post.hidden !== null}
          texts={{
            hide: interpolate(moderationMessages.hidePost, { title }),
            restore: interpolate(moderationMessages.restorePost, { title }),
            title: moderationMessages.hidePostTitle,
            text: interpolate(moderationMessages.hidePostText, { title }),
            reasonHint: moderationMessages.reasonPost,
            hidden: moderationMessages.postHidden,
            restored: moderationMessages.postRestored,
          }}
          hide={(reason) => getBrowserClient().api.call('hidePost', { params, body: { reason } })}
          restore={() => getBrowserClient().api.call('restorePost', { params })}
          onDone={onChange}
        />
      </div>
    </article>
  );
}
