import type { ReactNode } from 'react';
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
import { itemsPerPage, ModeratedList, type RowTools } from './moderated-list.tsx';
import { ModeratedRow } from './moderated-row.tsx';
import type { ModerationList } from './moderation-path.ts';

const moderatedPostsPath = '/staff/posts';

const hide = (id: number, reason: string) =>
  getBrowserClient().api.call('hidePost', { params: { id: String(id) }, body: { reason } });
const restore = (id: number) => getBrowserClient().api.call('restorePost', { params: { id: String(id) } });

type PostsProps = {
  list: ModerationList;
  /** The text of a post that the moderator may see. */
  preview: (slug: string) => ReactNode;
};

/** All posts, for moderators to hide and restore. */
export function ModeratedPosts({ list, preview }: PostsProps) {
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
      actions={{
        hide,
        restore,
        title: moderationMessages.hidePostsTitle,
        reasonHint: moderationMessages.reasonPost,
      }}
      preview={(post) => (post.withdrawn ? <p className="text-soft">{post.excerpt}</p> : preview(post.slug))}
    >
      {(post, tools) => <Row post={post} tools={tools} />}
    </ModeratedList>
  );
}

function Row({ post, tools }: { post: ModeratedPost; tools: RowTools }) {
  const { title } = post;
  return (
    <ModeratedRow
      tools={tools}
      name={title}
      heading={
        <h2 className="font-sans text-base font-semibold wrap-anywhere">
          {post.withdrawn ? (
            interpolate(moderationMessages.withdrawn, { title })
          ) : (
            <Link to={`/posts/${post.slug}`} viewTransition className="hover:underline">
              {title}
            </Link>
          )}
        </h2>
      }
      control={<Control post={post} onDone={tools.onChange} />}
      notes={
        <>
          <KeptOff post={post} />
          <HidingDetails hidden={post.hidden} />
        </>
      }
    >
      <div className="mt-0.5 flex flex-wrap gap-x-4 text-xs text-muted">
        <MetadataList>
          <TextLink to={authorPath(post.author_info)}>{displayName(post.author_info)}</TextLink>
          {dateAndTime(post.created_at)}
        </MetadataList>
        <MetadataList className="max-sm:hidden">
          {countOf(post.views_count, nouns.view)}
          {countOf(post.comments_count, nouns.comment)}
        </MetadataList>
      </div>
    </ModeratedRow>
  );
}

function KeptOff({ post: { off_front_page: off } }: { post: ModeratedPost }) {
  if (!off) return null;
  return (
    <p className="mt-1 text-xs text-warning">
      {off.by
        ? interpolate(moderationMessages.keptOffBy, { date: dateAndTime(off.at), name: displayName(off.by) })
        : moderationMessages.keptOff}
    </p>
  );
}

function Control({ post, onDone }: { post: ModeratedPost; onDone: () => void }) {
  const { id, title, hidden } = post;
  return (
    <>
      {hidden === null && <FrontPageControl post={post} onDone={onDone} />}
      <HideControl
        isHidden={hidden !== null}
        texts={{
          hide: interpolate(moderationMessages.hidePost, { title }),
          restore: interpolate(moderationMessages.restorePost, { title }),
          title: moderationMessages.hidePostTitle,
          text: interpolate(moderationMessages.hidePostText, { title }),
          reasonHint: moderationMessages.reasonPost,
          hidden: moderationMessages.postHidden,
          restored: moderationMessages.postRestored,
        }}
        hide={(reason) => hide(id, reason)}
        restore={() => restore(id)}
        onDone={onDone}
      />
    </>
  );
}
