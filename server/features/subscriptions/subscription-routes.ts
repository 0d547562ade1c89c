import * as contract from '#contract/subscribe.ts';
import { t } from '#locales/index.ts';
import type { PinnedPost } from '#server/features/posts/index.ts';
import type { User } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import { created, noContent, type Operation, ok, operation } from '#server/platform/http/operation.ts';
import { pageLinks } from '#server/platform/http/page-links.ts';
import type { SubscriberPins } from './subscriber-pin-service.ts';
import {
  presentCheck,
  presentHistoryEntry,
  presentPinListItem,
  presentPinned,
  presentSubscription,
} from './subscription-presenter.ts';
import type { SubscriptionService, SubscriptionView } from './subscription-service.ts';

type Deps = { subscriptions: SubscriptionService; pins: SubscriberPins; clock: Clock; publicUrl: string };

export function subscriptionRoutes({ subscriptions, pins, clock, publicUrl }: Deps): Operation[] {
  const present = (view: SubscriptionView) => presentSubscription(view, { publicUrl, now: clock.now() });
  const pinned = (found: PinnedPost) => presentPinned(found, publicUrl);
  const changePin = async ({ actor, body }: { actor: User; body: { post: number } }) =>
    ok(pinned(await pins.pin(actor, body.post, 'post')));

  return [
    operation(contract.getSubscriptionState, {
      handle: async ({ actor }) => {
        const state = await subscriptions.getState(actor);
        return ok({
          has_subscription: state.view !== undefined,
          is_active: state.isActive,
          subscription: state.view ? present(state.view) : null,
          pinned_post: state.pinned ? pinned(state.pinned) : null,
          can_pin_posts: state.isActive,
        });
      },
    }),
    operation(contract.getMySubscription, {
      handle: async ({ actor }) => ok(present(await subscriptions.get(actor))),
    }),
    operation(contract.listSubscriptionHistory, {
      handle: async ({ actor, query, rawQuery, path }) => {
        const found = await subscriptions.listHistory(actor, query);
        const links = pageLinks({ publicUrl, path, query: rawQuery }, found.page, found.count);
        return ok({ count: found.count, ...links, results: found.entries.map(presentHistoryEntry) });
      },
    }),
    operation(contract.cancelSubscription, {
      handle: async ({ actor }) => {
        await subscriptions.cancel(actor);
        return ok({ message: 'Subscription cancelled successfully' });
      },
    }),
    operation(contract.getPin, { handle: async ({ actor }) => ok(pinned(await pins.getPinned(actor))) }),
    operation(contract.replacePin, { handle: changePin }),
    operation(contract.updatePin, { handle: changePin }),
    operation(contract.deletePin, {
      handle: async ({ actor }) => {
        await pins.unpin(actor);
        return noContent();
      },
    }),
    operation(contract.pinPost, {
      handle: async ({ actor, body }) => created(pinned(await pins.pin(actor, body.post_id, 'post_id'))),
    }),
    operation(contract.unpinPost, {
      handle: async ({ actor }) => {
        await pins.unpin(actor);
        return ok({ message: 'Post unpinned successfully' });
      },
    }),
    operation(contract.listPins, {
      handle: async () => {
        const { posts, count } = await pins.listPinned();
        return ok({ count, results: posts.map((post) => presentPinListItem(post, publicUrl)) });
      },
    }),
    operation(contract.checkPin, {
      handle: async ({ actor, params }) => {
        const check = await pins.check(actor, params.postId);
        const body = presentCheck(check, params.postId);
        if (check.post) return ok(body);
        return { status: 404 as const, body: { ...body, detail: t('subscriptions.postUnknown') } };
      },
    }),
  ];
}
