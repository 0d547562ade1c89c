import type { PostListItem } from '#contract/posts.ts';
import { dateAndTime } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as postListMessages from '#locales/ru/post-list.ts';
import { Badge } from '#web/ui/badge.tsx';

/** Marks a draft, and says when a scheduled one is published. */
export function DraftBadge({ post }: { post: Pick<PostListItem, 'status' | 'publish_at'> }) {
  if (post.status !== 'draft') return null;
  return (
    <Badge tone="warning">
      {post.publish_at === null
        ? postListMessages.draft
        : interpolate(postListMessages.scheduled, { date: dateAndTime(post.publish_at) })}
    </Badge>
  );
}
