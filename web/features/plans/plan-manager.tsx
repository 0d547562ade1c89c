import { useRef, useState } from 'react';
import type { Plan } from '#contract/subscribe.ts';
import { countOf, price } from '#text/format.ts';
import { t } from '#text/index.ts';
import { nouns } from '#text/ru/nouns.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/notice.tsx';
import { SkeletonText } from '#web/ui/skeleton.tsx';
import { PlanForm } from './plan-form.tsx';
import { SaleButton } from './sale-button.tsx';

const mostPlans = 100;

/** The staff's list of all plans: create, edit, put on sale and withdraw. */
export function PlanManager() {
  const { data, error, isLoading, reload } = useLoaded('staff plans', (api) =>
    api.call('listStaffPlans', { query: { page_size: mostPlans } }),
  );
  return (
    <div className="grid gap-10 lg:grid-cols-[1fr_20rem] lg:items-start">
      <section aria-labelledby="all-plans" className="min-w-0">
        <h2 id="all-plans" className="text-2xl font-bold">
          {t('staffPlans.found')}
        </h2>
        {!data && isLoading && <SkeletonText lines={6} className="mt-6" />}
        {!data && error && !isLoading && (
          <EmptyState title={t('staffPlans.failed')} headingLevel={3}>
            <Button onClick={reload}>{t('staffPlans.retry')}</Button>
          </EmptyState>
        )}
        {data?.results.length === 0 && (
          <EmptyState title={t('staffPlans.empty')} text={t('staffPlans.emptyText')} headingLevel={3} />
        )}
        {data && data.results.length > 0 && (
          <ul className="mt-4 divide-y divide-rule border-y border-rule">
            {data.results.map((plan) => (
              <li key={plan.id} className="py-4">
                <PlanRow plan={plan} onChange={reload} />
              </li>
            ))}
          </ul>
        )}
      </section>
      <section aria-labelledby="new-plan" className="rounded-md border border-rule bg-raised p-5">
        <h2 id="new-plan" className="mb-1 text-xl font-semibold">
          {t('staffPlans.add')}
        </h2>
        <p className="mb-4 text-sm text-soft">{t('staffPlans.addNote')}</p>
        <PlanForm onDone={reload} />
      </section>
    </div>
  );
}

function PlanRow({ plan, onChange }: { plan: Plan; onChange: () => void }) {
  const [isEdited, setEdited] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const { name } = plan;

  function close() {
    setEdited(false);
    // The focus was inside the form that is removed.
    requestAnimationFrame(() => editButton.current?.focus());
  }

  if (isEdited)
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
            {t(plan.is_active ? 'staffPlans.onSale' : 'staffPlans.withdrawn')}
          </Badge>
        </div>
        <p className="mt-1 tabular-nums">
          {price(plan.price, plan.currency)}{' '}
          <span className="text-soft">
            {t('staffPlans.per', { days: countOf(plan.duration_days, nouns.day) })}
          </span>
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          ref={editButton}
          variant="secondary"
          size="sm"
          aria-label={t('staffPlans.editName', { name })}
          onClick={() => setEdited(true)}
        >
          {t('staffPlans.edit')}
        </Button>
        <SaleButton plan={plan} onDone={onChange} />
      </div>
    </article>
  );
}
