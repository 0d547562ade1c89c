import { z } from 'zod';
import {
  count,
  emptyBody,
  envelope,
  id,
  messageBody,
  money,
  pageQuery,
  pathId,
  timestamp,
} from './common.ts';
import { defineEndpoint } from './endpoint.ts';

export const plan = z.object({
  id: id(),
  name: z.string(),
  price: money(),
  currency: z.string(),
  duration_days: z.int().min(1),
  /** Feature flags by name, such as `pin_posts`. */
  features: z.record(z.string(), z.unknown()),
  is_active: z.boolean(),
  created_at: timestamp(),
});
export type Plan = z.infer<typeof plan>;

export const subscriptionStatus = z.enum(['active', 'expired', 'cancelled', 'pending']);
export type SubscriptionStatus = z.infer<typeof subscriptionStatus>;

export const subscription = z.object({
  id: id(),
  user: id(),
  user_info: z.object({ id: id(), username: z.string(), full_name: z.string(), email: z.string() }),
  plan: id(),
  plan_info: plan,
  status: subscriptionStatus,
  start_date: timestamp(),
  end_date: timestamp(),
  auto_renew: z.boolean(),
  is_active: z.boolean(),
  days_remaining: count(),
  created_at: timestamp(),
  updated_at: timestamp(),
});
export type Subscription = z.infer<typeof subscription>;

export const pinnedPost = z.object({
  id: id(),
  post: id(),
  post_info: z.object({
    id: id(),
    title: z.string(),
    slug: z.string(),
    content: z.string(),
    image: z.string().nullable(),
    views_count: count(),
    created_at: timestamp(),
  }),
  pinned_at: timestamp(),
});
export type PinnedPost = z.infer<typeof pinnedPost>;

/** A pinned post in the public list. Only here is `author` an object, because existing clients read it so. */
export const pinListItem = z.object({
  id: id(),
  title: z.string(),
  slug: z.string(),
  content: z.string(),
  image: z.string().nullable(),
  category: z.string().nullable(),
  author: z.object({ id: id(), username: z.string(), full_name: z.string() }),
  views_count: count(),
  comments_count: count(),
  created_at: timestamp(),
  pinned_at: timestamp(),
  is_pinned: z.literal(true),
});
export type PinListItem = z.infer<typeof pinListItem>;

export const historyAction = z.enum([
  'created',
  'activated',
  'renewed',
  'cancelled',
  'expired',
  'payment_failed',
  'post_pinned',
  'post_unpinned',
]);
export type HistoryAction = z.infer<typeof historyAction>;

export const historyEntry = z.object({
  id: id(),
  action: historyAction,
  description: z.string(),
  metadata: z.record(z.string(), z.unknown()),
  created_at: timestamp(),
});
export type HistoryEntry = z.infer<typeof historyEntry>;

export const subscriptionState = z.object({
  has_subscription: z.boolean(),
  is_active: z.boolean(),
  subscription: subscription.nullable(),
  pinned_post: pinnedPost.nullable(),
  can_pin_posts: z.boolean(),
});

export const canPin = z.object({
  post_id: count(),
  can_pin: z.boolean(),
  checks: z.object({
    post_exists: z.boolean(),
    is_own_post: z.boolean(),
    has_subscription: z.boolean(),
    subscription_active: z.boolean(),
    can_pin: z.boolean(),
  }),
  message: z.enum(['Can pin post', 'Cannot pin post', 'Post not found']),
});
export type CanPin = z.infer<typeof canPin>;

const pinBody = z.object({ post: id() });

export const listPlans = defineEndpoint('listPlans', {
  tag: 'subscriptions',
  summary: 'Plans on sale, ordered by price',
  auth: 'optional',
  query: z.object(pageQuery),
  responses: { 200: envelope(plan) },
  errors: [404],
});

export const getPlan = defineEndpoint('getPlan', {
  tag: 'subscriptions',
  summary: 'One plan on sale',
  auth: 'optional',
  params: z.object({ id: pathId() }),
  errorMessages: { 404: [{ key: 'plans.notFound' }] },
  responses: { 200: plan },
});

export const getSubscriptionState = defineEndpoint('getSubscriptionState', {
  tag: 'subscriptions',
  summary: 'Whether the caller is a subscriber, and their pinned post; empty for a guest',
  auth: 'optional',
  responses: { 200: subscriptionState },
});

export const getMySubscription = defineEndpoint('getMySubscription', {
  tag: 'subscriptions',
  summary: "The caller's subscription in any status",
  auth: 'user',
  errorMessages: { 404: [{ key: 'subscriptions.none' }] },
  responses: { 200: subscription },
  errors: [404],
});

export const listSubscriptionHistory = defineEndpoint('listSubscriptionHistory', {
  tag: 'subscriptions',
  summary: "The history of the caller's subscription and pin, newest first",
  auth: 'user',
  query: z.object(pageQuery),
  responses: { 200: envelope(historyEntry) },
  errors: [404],
});

export const cancelSubscription = defineEndpoint('cancelSubscription', {
  tag: 'subscriptions',
  summary: 'End the subscription and the pin at once',
  description: 'Access and pin have ended when the response is sent.',
  auth: 'user',
  body: emptyBody,
  errorMessages: {
    400: [{ key: 'subscriptions.notActive', error: 'Subscription is not active' }],
    404: [{ key: 'subscriptions.none', error: 'No subscription found' }],
  },
  responses: { 200: messageBody('Subscription cancelled successfully') },
  errors: [404],
});

export const getPin = defineEndpoint('getPin', {
  tag: 'subscriptions',
  summary: "The caller's pinned post",
  auth: 'user',
  errorMessages: { 404: [{ key: 'subscriptions.nothingPinned' }] },
  responses: { 200: pinnedPost },
  errors: [404],
});

const pinChange = {
  tag: 'subscriptions',
  summary: "Pin one of the caller's published posts; it replaces the current pin, if any",
  auth: 'user',
  body: pinBody,
  aliases: { post_id: 'post' },
  errorMessages: {
    400: [
      { field: 'post', key: 'subscriptions.postUnknown', error: 'Post not found' },
      { field: 'post', key: 'subscriptions.postNotOwn', error: 'You can only pin your own posts' },
    ],
    403: [{ key: 'subscriptions.required', error: 'Active subscription required to pin posts' }],
  },
  responses: { 200: pinnedPost },
  errors: [403],
} as const;
export const replacePin = defineEndpoint('replacePin', pinChange);
export const updatePin = defineEndpoint('updatePin', pinChange);

export const deletePin = defineEndpoint('deletePin', {
  tag: 'subscriptions',
  summary: 'Unpin the pinned post',
  auth: 'user',
  body: emptyBody,
  errorMessages: { 404: [{ key: 'subscriptions.nothingPinned', error: 'No pinned post found' }] },
  responses: { 204: null },
  errors: [404],
});

export const pinPost = defineEndpoint('pinPost', {
  tag: 'subscriptions',
  summary: "Pin one of the caller's published posts; it replaces the current pin, if any",
  description:
    'The checks run in this order: `post_id`, the post, its author, the subscription. Pinning the pinned post again changes nothing.',
  auth: 'user',
  body: z.object({ post_id: id() }),
  aliases: { post: 'post_id' },
  errorMessages: {
    400: [
      { field: 'post_id', key: 'subscriptions.postUnknown', error: 'Post not found' },
      { field: 'post_id', key: 'subscriptions.postNotOwn', error: 'You can only pin your own posts' },
    ],
    403: [{ key: 'subscriptions.required', error: 'Active subscription required to pin posts' }],
  },
  responses: { 201: pinnedPost },
  errors: [403],
});

export const unpinPost = defineEndpoint('unpinPost', {
  tag: 'subscriptions',
  summary: 'Unpin the pinned post',
  auth: 'user',
  body: emptyBody,
  errorMessages: { 404: [{ key: 'subscriptions.nothingPinned', error: 'No pinned post found' }] },
  responses: { 200: messageBody('Post unpinned successfully') },
  errors: [404],
});

export const listPins = defineEndpoint('listPins', {
  tag: 'subscriptions',
  summary:
    'Pinned posts by the time of pinning: those in the current rotation, at most 20; `count` is the total',
  auth: 'optional',
  responses: { 200: z.object({ count: count(), results: z.array(pinListItem) }) },
});

export const checkPin = defineEndpoint('checkPin', {
  tag: 'subscriptions',
  summary: 'Whether the caller may pin a post, and which checks fail',
  description:
    'A post that does not exist or is a draft returns 404 with the same shape and every check false.',
  auth: 'user',
  params: z.object({ postId: pathId() }),
  errorMessages: { 404: [{ key: 'subscriptions.postUnknown' }] },
  responses: { 200: canPin, 404: canPin.extend({ detail: z.string() }) },
});
