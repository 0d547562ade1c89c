import Check from 'lucide-react/icons/check';
import type { Plan } from '#contract/subscribe.ts';
import { price } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as subscriptionPageMessages from '#locales/ru/subscription-page.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/notice.tsx';
import { Skeleton, SkeletonText } from '#web/ui/skeleton.tsx';
import { daysLabel } from './labels.ts';

const gridClass = 'mt-5 grid gap-5 sm:grid-cols-2 lg:grid-cols-3';
const cardClass = 'flex flex-col rounded-md border border-rule bg-raised p-5';

/** The plans on sale, each with its price and term. */
export function PlanCards({
  plans,
  busyPlan,
  onSelect,
}: {
  plans: readonly Plan[];
  busyPlan: number | null;
  onSelect: (planId: number) => void;
}) {
  if (plans.length === 0)
    return (
      <EmptyState
        title={subscriptionPageMessages.noPlans}
        text={subscriptionPageMessages.noPlansText}
        headingLevel={3}
      />
    );
  return (
    <ul className={gridClass}>
      {plans.map((plan) => (
        <li key={plan.id} className={cardClass}>
          <h3 className="text-xl font-semibold wrap-anywhere">{plan.name}</h3>
          <p className="mt-2 flex flex-wrap items-baseline gap-x-2">
            <span className="font-serif text-4xl font-bold tabular-nums">
              {price(plan.price, plan.currency)}
            </span>
            <span className="text-soft">
              {interpolate(subscriptionPageMessages.per, { days: daysLabel(plan.duration_days) })}
            </span>
          </p>
          <p className="mt-1 text-xs text-muted">{subscriptionPageMessages.oneOff}</p>
          <p className="mt-4 mb-5 flex flex-1 gap-2 text-sm">
            <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />
            {subscriptionPageMessages.benefit}
          </p>
          <Button
            size="lg"
            busy={busyPlan === plan.id}
            aria-label={
              busyPlan === plan.id
                ? undefined
                : interpolate(subscriptionPageMessages.selectName, { name: plan.name })
            }
            onClick={() => onSelect(plan.id)}
          >
            {busyPlan === plan.id ? subscriptionPageMessages.selecting : subscriptionPageMessages.select}
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** Placeholders with the layout of plan cards. */
export function PlanSkeletons() {
  return (
    <div className={gridClass}>
      {[1, 2, 3].map((card) => (
        <div key={card} className={cardClass}>
          <Skeleton className="h-6 w-2/3" />
          <Skeleton className="mt-3 h-10 w-1/2" />
          <SkeletonText lines={4} className="mt-6" />
          <Skeleton className="mt-6 h-12" />
        </div>
      ))}
    </div>
  );
}
