import type { Correction } from '#contract/corrections.ts';
import type { FrontPage } from '#contract/front-page.ts';
import { pickPostFields } from '#contract/post-fields.ts';
import type { PostDetail, PostListItem, PostRevision as PresentedRevision } from '#contract/posts.ts';
import type { ModeratedPost } from '#contract/staff.ts';
import { presentAuthor } from '#server/features/accounts/index.ts';

import type { Actor } from '#server/platform/actor.ts';
import { mediaUrl } from '#server/platform/media-url.ts';
import { presentPicture } from '#server/platform/picture.ts';
import type { FrontPageSections } from './front-page-service.ts';
import {
  canDelete,
  canEdit,
  canPin,
  canView,
  namesFor,
  type Post,
  type PostCorrection,
  type PostRevisionSummary,
  type PostSummary,
  wantedStatus,
} from './post.ts';

function presentFields(post: PostSummary, publicUrl: string) {
  const { author, pinnedAt } = post;
  return {
    id: post.id,
    title: post.title,
    slug: post.slug,
    content: post.content,
    excerpt: post.excerpt,
    standfirst: post.standfirst,
    image: mediaUrl(publicUrl, post.image?.path ?? null),
    image_info: presentPicture(post.image, publicUrl),
    image_focus: post.imageFocus,
    category_info: post.category,
    author: author.id,
    author_info: presentAuthor(author, publicUrl),
    status: wantedStatus(post),
    publish_at: post.publishAt?.toISOString() ?? null,
    created_at: post.createdAt.toISOString(),
    updated_at: post.updatedAt.toISOString(),
    views_count: post.viewsCount,
    comments_count: post.commentsCount,
    reading_time_minutes: post.readingTimeMinutes,
    is_pinned: pinnedAt !== null,
    pinned_info: pinnedAt
      ? {
          is_pinned: true,
          pinned_at: pinnedAt.toISOString(),
          pinned_by: { id: author.id, username: author.username, has_active_subscription: true },
        }
      : { is_pinned: false },
    hidden: post.hidden && {
      at: post.hidden.at.toISOString(),
      reason: post.hidden.reason,
      ...(post.hidden.isWaiting && { is_waiting: true }),
    },
  };
}

export const presentListItem = (post: PostSummary, publicUrl: string): PostListItem => ({
  ...presentFields(post, publicUrl),
  category: post.category?.name ?? null,
});

export const presentDetail = (
  post: Post,
  { actor, now, publicUrl }: { actor: Actor; now: Date; publicUrl: string },
): PostDetail => ({
  ...presentFields(post, publicUrl),
  category: post.category?.id ?? null,
  content_html: post.contentHtml,
  version: post.version,
  ...pickPostFields(post),
  edited_at: post.editedAt?.toISOString() ?? null,
  corrections: post.corrections.map(presentCorrection),
  can_pin: canPin(actor, post, now),
  can_edit: canEdit(actor, post),
  can_delete: canDelete(actor, post),
});

export const presentCorrection = ({ id, text, createdAt }: PostCorrection): Correction => ({
  id,
  text,
  created_at: createdAt.toISOString(),
});

export const presentRevision = (revision: PostRevisionSummary, publicUrl: string): PresentedRevision => ({
  version: revision.version,
  title: revision.title,
  created_at: revision.createdAt.toISOString(),
  editor_info: revision.editor && presentAuthor(revision.editor, publicUrl),
});

/** A post that the moderator may not read is shown with its last public title and slug and without text. */
export const presentModerated = (
  post: PostSummary,
  { actor, publicUrl }: { actor: Actor; publicUrl: string },
): ModeratedPost => ({
  id: post.id,
  ...namesFor(actor, post),
  ...(canView(actor, post)
    ? {
        excerpt: post.excerpt,
        status: wantedStatus(post),
        publish_at: post.publishAt?.toISOString() ?? null,
        category_info: post.category,
      }
    : { excerpt: '', withdrawn: true }),
  author_info: presentAuthor(post.author, publicUrl),
  created_at: post.createdAt.toISOString(),
  views_count: post.viewsCount,
  comments_count: post.commentsCount,
  hidden: post.hidden && {
    at: post.hidden.at.toISOString(),
    by: post.hidden.by && presentAuthor(post.hidden.by, publicUrl),
    reason: post.hidden.reason,
  },
  off_front_page: post.offFrontPage && {
    at: post.offFrontPage.at.toISOString(),
    by: post.offFrontPage.by && presentAuthor(post.offFrontPage.by, publicUrl),
  },
});

export function presentFrontPage(page: FrontPageSections, publicUrl: string): FrontPage {
  const present = (posts: PostSummary[]) => posts.map((post) => presentListItem(post, publicUrl));
  return {
    arranged_at: page.arrangedAt.toISOString(),
    lead: page.lead && presentListItem(page.lead, publicUrl),
    secondary: present(page.secondary),
    fresh: present(page.fresh),
    pinned: present(page.pinned),
    popular: { days: page.popular.days, posts: present(page.popular.posts) },
    blocks: page.blocks.map(({ category, posts }) => ({ category, posts: present(posts) })),
    more: present(page.more),
  };
}
