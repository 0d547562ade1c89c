import * as contract from '#contract/site.ts';
import { type Operation, ok, operation } from '#server/platform/http/operation.ts';
import { networkOf } from '#server/platform/network.ts';
import type { FeedbackService } from './feedback-service.ts';

export function siteRoutes({
  feedback,
  socialLinks,
}: {
  feedback: FeedbackService;
  socialLinks: string[];
}): Operation[] {
  return [
    operation(contract.getSite, { handle: async () => ok({ social_links: socialLinks }) }),
    operation(contract.sendFeedback, {
      handle: async ({ actor, body: { website, ...input }, origin }) => {
        // A bot gets the usual response, so that it does not try again without the field.
        if (!website) await feedback.receive(actor, input, origin ? networkOf(origin.address) : undefined);
        return { status: 202, body: { message: 'Feedback received' } } as const;
      },
    }),
  ];
}
