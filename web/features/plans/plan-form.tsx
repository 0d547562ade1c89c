import { type Resolver, useForm, useWatch } from 'react-hook-form';
import { planBody } from '#contract/staff-plans.ts';
import type { Plan } from '#contract/subscribe.ts';
import { plainNumber, price } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as staffPlansMessages from '#locales/ru/staff-plans.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { ApiForm } from '#web/forms/api-form.tsx';
import { contractResolver } from '#web/forms/contract-resolver.ts';
import { formErrorStatuses } from '#web/forms/form-errors.ts';
import { useApiForm } from '#web/forms/use-api-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { notify } from '#web/ui/notify.ts';
import { type PlanFormValues, toFormValues, toRequestBody } from './plan-form-values.ts';

const resolveBody = contractResolver(planBody);

/** Validates the request body; the form keeps the typed values. */
const createPlanResolver =
  (plan: Plan | undefined): Resolver<PlanFormValues> =>
  async (values, context, options) => {
    const { errors } = await resolveBody(toRequestBody(values, plan), context, options as never);
    return Object.keys(errors).length > 0 ? { values: {}, errors: errors as never } : { values, errors: {} };
  };

/** Shows the parsed price once it is valid. */
function priceHint(typed: string, currency: string): string {
  const { data } = planBody.shape.price.safeParse(plainNumber(typed));
  return data === undefined
    ? staffPlansMessages.priceHint
    : interpolate(staffPlansMessages.priceShown, { price: price(data.replace(',', '.'), currency) });
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
  const form = useForm<PlanFormValues>({
    resolver: createPlanResolver(plan),
    defaultValues: toFormValues(plan),
  });
  const { errors } = form.formState;
  const typedPrice = useWatch({ control: form.control, name: 'price' });
  const currency = plan?.currency ?? 'RUB';

  async function send(values: PlanFormValues): Promise<void> {
    const { api } = getBrowserClient();
    const request = { body: toRequestBody(values, plan), suppressToastFor: formErrorStatuses };
    if (plan) await api.call('updatePlan', { params: { id: String(plan.id) }, ...request });
    else await api.call('createPlan', request);
    notify(
      'success',
      plan ? staffPlansMessages.saved : interpolate(staffPlansMessages.created, { name: values.name.trim() }),
    );
    form.reset();
    onDone();
  }
  const state = useApiForm(form, send, {
    fields: ['name', 'price', 'duration_days'],
    fallback: staffPlansMessages.problem,
  });

  return (
    <ApiForm state={state} className="flex flex-col gap-4">
      <Field label={staffPlansMessages.name} error={errors.name?.message}>
        <Input {...form.register('name')} aria-required />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={currency === 'RUB' ? staffPlansMessages.price : staffPlansMessages.pricePlain}
          hint={priceHint(typedPrice, currency)}
          error={errors.price?.message}
        >
          <Input {...form.register('price')} inputMode="decimal" autoComplete="off" aria-required />
        </Field>
        <Field label={staffPlansMessages.days} error={errors.duration_days?.message}>
          <Input {...form.register('duration_days')} inputMode="numeric" autoComplete="off" aria-required />
        </Field>
      </div>
      <p className="text-xs text-muted">{staffPlansMessages.featuresNote}</p>
      {plan && (
        <Notice>
          <p>{staffPlansMessages.editNote}</p>
          <p className="mt-1">{staffPlansMessages.renameNote}</p>
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={state.isBusy} disabled={!state.isReady}>
          {plan ? staffPlansMessages.save : staffPlansMessages.create}
        </Button>
        {onCancel && (
          <Button variant="quiet" onClick={onCancel}>
            {staffPlansMessages.cancel}
          </Button>
        )}
      </div>
    </ApiForm>
  );
}
