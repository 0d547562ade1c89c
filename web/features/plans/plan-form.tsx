import { useState } from 'react';
import { type Resolver, useForm, useWatch } from 'react-hook-form';
import { planBody } from '#contract/staff-plans.ts';
import type { Plan } from '#contract/subscribe.ts';
import { plainNumber, price } from '#text/format.ts';
import { t } from '#text/index.ts';
import { getBrowser } from '#web/api/browser.ts';
import { contractResolver } from '#web/api/contract-resolver.ts';
import { formStatuses, showApiErrors } from '#web/api/form-errors.ts';
import { notify } from '#web/api/notify.ts';
import { useSubmit } from '#web/api/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { bodyOf, type PlanValues, valuesOf } from './plan-values.ts';

const checked = contractResolver(planBody);

/** Validates the request body; the form keeps the typed values. */
const resolverFor =
  (plan: Plan | undefined): Resolver<PlanValues> =>
  async (values, context, options) => {
    const { errors } = await checked(bodyOf(values, plan), context, options as never);
    return Object.keys(errors).length > 0 ? { values: {}, errors: errors as never } : { values, errors: {} };
  };

/** Shows the parsed price once it is valid. */
function priceHint(typed: string, currency: string): string {
  const { data } = planBody.shape.price.safeParse(plainNumber(typed));
  return data === undefined
    ? t('staffPlans.priceHint')
    : t('staffPlans.priceShown', { price: price(data.replace(',', '.'), currency) });
}

/** Creates or edits a plan; changes apply to later purchases only. */
export function PlanForm({
  plan,
  onDone,
  onCancel,
}: {
  plan?: Plan;
  onDone: () => void;
  onCancel?: () => void;
}) {
  const form = useForm<PlanValues>({ resolver: resolverFor(plan), defaultValues: valuesOf(plan) });
  const [problem, setProblem] = useState<string | null>(null);
  const { errors } = form.formState;
  const typedPrice = useWatch({ control: form.control, name: 'price' });
  const currency = plan?.currency ?? 'RUB';

  const { isReady, isBusy, onSubmit } = useSubmit(form, async (values) => {
    setProblem(null);
    const { api } = getBrowser();
    const body = bodyOf(values, plan);
    try {
      if (plan) await api.call('updatePlan', { params: { id: String(plan.id) }, body, quiet: formStatuses });
      else await api.call('createPlan', { body, quiet: formStatuses });
    } catch (error) {
      const fields = ['name', 'price', 'duration_days'] as const;
      setProblem(showApiErrors(form, error, { fields, fallback: t('staffPlans.problem') }));
      return;
    }
    notify('success', plan ? t('staffPlans.saved') : t('staffPlans.created', { name: values.name.trim() }));
    form.reset();
    onDone();
  });

  return (
    <form method="post" noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      {problem && <Notice tone="danger">{problem}</Notice>}
      <Field label={t('staffPlans.name')} error={errors.name?.message}>
        <Input {...form.register('name')} aria-required />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={currency === 'RUB' ? t('staffPlans.price') : t('staffPlans.pricePlain')}
          hint={priceHint(typedPrice, currency)}
          error={errors.price?.message}
        >
          <Input {...form.register('price')} inputMode="decimal" autoComplete="off" aria-required />
        </Field>
        <Field label={t('staffPlans.days')} error={errors.duration_days?.message}>
          <Input {...form.register('duration_days')} inputMode="numeric" autoComplete="off" aria-required />
        </Field>
      </div>
      <p className="text-xs text-muted">{t('staffPlans.featuresNote')}</p>
      {plan && (
        <Notice>
          <p>{t('staffPlans.editNote')}</p>
          <p className="mt-1">{t('staffPlans.renameNote')}</p>
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isBusy} disabled={!isReady}>
          {t(plan ? 'staffPlans.save' : 'staffPlans.create')}
        </Button>
        {onCancel && (
          <Button variant="quiet" onClick={onCancel}>
            {t('staffPlans.cancel')}
          </Button>
        )}
      </div>
    </form>
  );
}
