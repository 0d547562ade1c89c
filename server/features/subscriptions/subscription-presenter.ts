import type {
  CanPin,
  HistoryEntry as HistoryEntryShape,
  PinListItem,
  PinnedPost as PinnedPostShape,
  Subscription as SubscriptionShape,
} from '#contract/subscribe.ts';
import { t } from '#locales/index.ts';
import { presentAuthor } from '#server/features/accounts/index.ts';
import { presentPlan } from '#server/features/plans/index.ts';
import type { PinnedPost, PostSummary } from '#server/features/posts/index.ts';
import { parseId } from '#server/platform/id.ts';
import { mediaUrl } from '#server/platform/media-url.ts';
import { type HistoryEntry, historyTexts } from './history.ts';
import type { PinCheck } from './subscriber-pin-service.ts';
import { daysRemaining, isActiveAt, statusAt } from './subscription.ts';
import type { SubscriptionView } from './subscription-service.ts';

type PresentContext = { publicUrl: string; now: Date };

/** For the owner only: the result contains the e-mail address. */
export const presentSubscription = (
  { subscription, plan, owner }: SubscriptionView,
  { publicUrl, now }: PresentContext,
): SubscriptionShape => ({
  id: subscription.id,
  user: owner.id,
  user_info: {
    id: owner.id,
    username: owner.username,
    full_name: presentAuthor(owner, publicUrl).full_name,
    email: owner.email,
  },
  plan: plan.id,
  plan_info: presentPlan(plan),
  status: statusAt(subscription, now),
  start_date: subscription.startsAt.toISOString(),
  end_date: subscription.endsAt.toISOString(),
  // Terms are bought one at a time and no card is stored.
  auto_renew: false,
  is_active: isActiveAt(subscription, now),
  days_remaining: daysRemaining(subscription, now),
  created_at: subscription.createdAt.toISOString(),
  updated_at: subscription.updatedAt.toISOString(),
});

export const presentPinned = ({ id, pinnedAt, post }: PinnedPost, publicUrl: string): PinnedPostShape => ({
  id,
  post: post.id,
  post_info: {
    id: post.id,
    title: post.title,
    slug: post.slug,
    content: post.content,
    image: mediaUrl(publicUrl, post.image?.path ?? null),
    views_count: post.viewsCount,
    created_at: post.createdAt.toISOString(),
  },
  pinned_at: pinnedAt.toISOString(),
});

export function presentPinListItem(post: PostSummary, publicUrl: string): PinListItem {
  const { id, username, full_name } = presentAuthor(post.author, publicUrl);
  return {
    id: post.id,
    title: post.title,
    slug: post.slug,
    content: post.content,
    image: mediaUrl(publicUrl, post.image?.path ?? null),
    category: post.category?.name ?? null,
    author: { id, username, full_name },
    views_count: post.viewsCount,
    comments_count: post.commentsCount,
    created_at: post.createdAt.toISOString(),
    pinned_at: (post.pinnedAt ?? post.createdAt).toISOString(),
    is_pinned: true,
  };
}

export const presentHistoryEntry = (entry: HistoryEntry): HistoryEntryShape => ({
  id: entry.id,
  action: entry.action,
  description: t(historyTexts[entry.action], entry.metadata as Record<string, string | number>),
  metadata: entry.metadata,
  created_at: entry.createdAt.toISOString(),
});

export function presentCheck({ post, isOwn, hasSubscription, isActive }: PinCheck, postId: string): CanPin {
  const isAllowed = post !== undefined && isOwn && isActive;
  return {
    // No post has the id 0.
    post_id: parseId(postId) ?? 0,
    can_pin: isAllowed,
    checks: {
      post_exists: post !== undefined,
      is_own_post: isOwn,
      has_subscription: post !== undefined && hasSubscription,
      subscription_active: post !== undefined && isActive,
      can_pin: isAllowed,
    },
    message: post === undefined ? 'Post not found' : isAllowed ? 'Can pin post' : 'Cannot pin post',
  };
}
