import * as contract from '#contract/site.ts';
import type { Categories } from '#server/features/categories/index.ts';
import { type Operation, ok, operation } from '#server/platform/http/operation.ts';
import { networkOf } from '#server/platform/network.ts';
import type { SiteIdentity } from '#server/platform/site-identity.ts';
import type { ActivityService } from './activity-service.ts';
import type { FeedbackService } from './feedback-service.ts';

/** How many categories every page names. */
const categoriesOfHeader = 24;

type Deps = {
  activity: ActivityService;
  feedback: FeedbackService;
  identity: SiteIdentity;
  verificationMarks: Array<{ name: string; content: string }>;
  categories: Pick<Categories, 'listFirst'>;
  socialLinks: string[];
  areSocialLinksExamples: boolean;
  offlineReading: boolean;
};

export function siteRoutes(deps: Deps): Operation[] {
  const {
    activity,
    feedback,
    identity,
    verificationMarks,
    categories,
    socialLinks,
    areSocialLinksExamples,
    offlineReading,
  } = deps;
  return [
    operation(contract.getSite, {
      handle: async () =>
        ok({
          name: identity.name,
          description: identity.description,
          email: identity.email,
          mark_color: identity.colors.mark,
          social_links: socialLinks,
          are_social_links_examples: areSocialLinksExamples,
          verification_marks: verificationMarks,
          offline_reading: offlineReading,
          categories: await categories.listFirst(categoriesOfHeader),
        }),
    }),
    operation(contract.getSiteActivity, {
      handle: async () => {
        const { days, scheduledPosts, openCases, openObjections, waitingTexts } = await activity.find();
        return ok({
          days,
          scheduled_posts: scheduledPosts,
          open_cases: openCases,
          open_objections: openObjections,
          waiting_texts: waitingTexts,
        });
      },
    }),
    operation(contract.sendFeedback, {
      handle: async ({ actor, body: { website, ...input }, origin }) => {
        // A bot gets the usual response, so that it does not try again without the field.
        if (!website) await feedback.receive(actor, input, origin ? networkOf(origin.address) : undefined);
        return { status: 202, body: { message: 'Feedback received' } } as const;
      },
    }),
  ];
}
