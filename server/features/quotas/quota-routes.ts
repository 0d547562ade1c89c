import { getUsage, type UsageAmount } from '#contract/usage.ts';
import { can } from '#server/platform/actor.ts';
import { type Operation, ok, operation } from '#server/platform/http/operation.ts';
import type { Amount } from './quota.ts';
import type { QuotaService } from './quota-service.ts';

export function quotaRoutes({
  quotas: { quotas, getUsage: usageOf },
}: {
  quotas: QuotaService;
}): Operation[] {
  return [
    operation(getUsage, {
      handle: async ({ actor }) => {
        const usage = await usageOf(actor.id);
        const textLimit = (limit: Amount) => (can(actor, 'texts.unlimited') ? null : limit);
        return ok({
          posts: present(usage.posts, textLimit(quotas.posts)),
          drafts: present(usage.drafts, textLimit(quotas.drafts)),
          revisions: present(usage.revisions, textLimit(quotas.revisions)),
          comments: present(usage.comments, textLimit(quotas.comments)),
          pictures: present(usage.pictures, quotas.pictures),
        });
      },
    }),
  ];
}

const present = ({ items, bytes }: Amount, limit: Amount | null): UsageAmount => ({
  count: items,
  count_limit: limit?.items ?? null,
  bytes,
  bytes_limit: limit?.bytes ?? null,
});
