import ChartColumn from 'lucide-react/icons/chart-column';
import Eye from 'lucide-react/icons/eye';
import MessageSquare from 'lucide-react/icons/message-square';
import Pencil from 'lucide-react/icons/pencil';
import Pin from 'lucide-react/icons/pin';
import Trash from 'lucide-react/icons/trash';
import { Link } from 'react-router';
import type { PostListItem } from '#contract/posts.ts';
import { countOf, shortDate } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import { explain } from '#locales/ru/decisions.ts';
import * as myPostsMessages from '#locales/ru/my-posts.ts';
import { nouns } from '#locales/ru/nouns.ts';
import * as postListMessages from '#locales/ru/post-list.ts';
import { typesetText } from '#locales/typography.ts';
import { usePerUserQuery } from '#web/queries/per-user-query.ts';
import { subscriptionQuery } from '#web/queries/subscription-query.ts';
import { Badge } from '#web/ui/badge.tsx';
import { IconButton, IconLink } from '#web/ui/button.tsx';
import { MetadataList } from '#web/ui/metadata-list.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { WholeWords } from '#web/ui/whole-words.tsx';
import { DraftBadge } from './draft-badge.tsx';
import { PinButton } from './pin-button.tsx';
import { Count } from './post-card-parts.tsx';
import { useDeletePost } from './use-delete-post.tsx';

/** A post in the list of own posts, with its state, counters and actions. */
export function OwnPost({ post, onDeleted }: { post: PostListItem; onDeleted: () => void }) {
  const removal = useDeletePost(post.slug, onDeleted);
  const name = { title: post.title };
  return (
    <article className="flex flex-col gap-x-6 gap-y-2 py-5 sm:flex-row sm:items-start">
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <StatusBadges post={post} />
        <h2 className="text-xl wrap-anywhere">
          <Link
            to={`/posts/${post.slug}`}
            viewTransition
            className="decoration-accent decoration-2 hover:underline"
          >
            {typesetText(post.title)}
          </Link>
        </h2>
        {post.hidden?.reason && (
          <p className="text-sm wrap-anywhere">
            {interpolate(myPostsMessages.hiddenReason, { reason: post.hidden.reason })}
          </p>
        )}
        {post.hidden && !post.hidden.is_waiting && (
          <p className="text-sm">
            <TextLink to={`/decisions?kind=post&target=${post.id}`}>{explain}</TextLink>
          </p>
        )}
        <p className="line-clamp-2 text-sm text-soft">
          <WholeWords text={post.excerpt || myPostsMessages.noContent} />
        </p>
        <MetadataList className="text-xs text-muted">
          <time dateTime={post.created_at}>{shortDate(post.created_at)}</time>
          {post.category_info?.name ?? myPostsMessages.noCategory}
          <Count Icon={Eye} value={post.views_count} words={countOf(post.views_count, nouns.view)} />
          <Count
            Icon={MessageSquare}
            value={post.comments_count}
            words={countOf(post.comments_count, nouns.comment)}
          />
        </MetadataList>
      </div>
      <div className="-ml-2 flex shrink-0 items-center gap-1 sm:ml-0">
        {post.status === 'published' && !post.hidden && <PinButton postId={post.id} />}
        <IconLink to={`/posts/${post.slug}/stats`} label={interpolate(myPostsMessages.statsName, name)}>
          <ChartColumn aria-hidden className="size-4" />
        </IconLink>
        <IconLink to={`/posts/${post.slug}/edit`} label={interpolate(myPostsMessages.editName, name)}>
          <Pencil aria-hidden className="size-4" />
        </IconLink>
        <IconButton
          label={interpolate(myPostsMessages.deleteName, name)}
          onClick={removal.openDialog}
          className="hover:text-danger"
        >
          <Trash aria-hidden className="size-4" />
        </IconButton>
      </div>
      {removal.dialog}
    </article>
  );
}

/** Public lists mark a pinned post only while the rotation shows it first; its owner always sees the mark. */
function StatusBadges({ post }: { post: PostListItem }) {
  const { value } = usePerUserQuery(subscriptionQuery);
  const isPinned = value?.pinned_post?.post === post.id;
  if (!isPinned && post.status !== 'draft' && !post.hidden) return null;
  return (
    <p className="flex flex-wrap gap-2">
      {isPinned && (
        <Badge>
          <Pin aria-hidden className="size-3.5" />
          {postListMessages.pinned}
        </Badge>
      )}
      {post.hidden?.is_waiting && <Badge tone="warning">{myPostsMessages.waiting}</Badge>}
      {post.hidden && !post.hidden.is_waiting && <Badge tone="danger">{myPostsMessages.hidden}</Badge>}
      <DraftBadge post={post} />
    </p>
  );
}
