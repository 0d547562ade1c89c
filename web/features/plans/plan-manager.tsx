import type { Plan } from '#contract/subscribe.ts';
import { countOf, price } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import { nouns } from '#locales/ru/nouns.ts';
import * as staffPlansMessages from '#locales/ru/staff-plans.ts';
import { useInlineEdit } from '#web/forms/use-inline-edit.ts';
import { QueryView } from '#web/queries/query-view.tsx';
import { useBrowserQuery } from '#web/queries/use-browser-query.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/notice.tsx';
import { SkeletonText } from '#web/ui/skeleton.tsx';
import { PlanForm } from './plan-form.tsx';
import { SaleButton } from './sale-button.tsx';

const maxPlans = 100;

/** The staff's list of all plans: create, edit, put on sale and withdraw. */
export function PlanManager() {
  const query = useBrowserQuery('staff plans', (api) =>
    api.call('listStaffPlans', { query: { page_size: maxPlans } }),
  );
  return (
    <div className="grid gap-10 lg:grid-cols-[1fr_20rem] lg:items-start">
      <section aria-labelledby="all-plans" className="min-w-0">
        <h2 id="all-plans" className="text-2xl font-bold">
          {staffPlansMessages.found}
        </h2>
        <QueryView
          query={query}
          placeholder={<SkeletonText lines={6} className="mt-6" />}
          failed={staffPlansMessages.failed}
          retry={staffPlansMessages.retry}
          headingLevel={3}
        >
          {({ results }) =>
            results.length === 0 ? (
              <EmptyState
                title={staffPlansMessages.empty}
                text={staffPlansMessages.emptyText}
                headingLevel={3}
              />
            ) : (
              <ul className="mt-4 divide-y divide-rule border-y border-rule">
                {results.map((plan) => (
                  <li key={plan.id} className="py-4">
                    <PlanRow plan={plan} onChange={query.reload} />
                  </li>
                ))}
              </ul>
            )
          }
        </QueryView>
      </section>
      <section aria-labelledby="new-plan" className="rounded-md border border-rule bg-raised p-5">
        <h2 id="new-plan" className="mb-1 text-xl font-semibold">
          {staffPlansMessages.add}
        </h2>
        <p className="mb-4 text-sm text-soft">{staffPlansMessages.addNote}</p>
        <PlanForm onDone={query.reload} />
      </section>
    </div>
  );
}

function PlanRow({ plan, onChange }: { plan: Plan; onChange: () => void }) {
  const { isEditing, editButton, open, close } = useInlineEdit();
  const { name } = plan;

  if (isEditing)
    return (
      <PlanForm
        plan={plan}
        onCancel={close}
        onDone={() => {
          close();
          onChange();
        }}
      />
    );
  return (
    <article className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-64">
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <h3 className="text-lg font-semibold wrap-anywhere">{name}</h3>
          <Badge tone={plan.is_active ? 'success' : 'neutral'}>
            {plan.is_active ? staffPlansMessages.onSale : staffPlansMessages.withdrawn}
          </Badge>
        </div>
        <p className="mt-1 tabular-nums">
          {price(plan.price, plan.currency)}{' '}
          <span className="text-soft">
            {interpolate(staffPlansMessages.per, { days: countOf(plan.duration_days, nouns.day) })}
          </span>
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          ref={editButton}
          variant="secondary"
          size="sm"
          aria-label={interpolate(staffPlansMessages.editName, { name })}
          onClick={open}
        >
          {staffPlansMessages.edit}
        </Button>
        <SaleButton plan={plan} onDone={onChange} />
      </div>
    </article>
  );
}
