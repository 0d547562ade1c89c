import { type FormEvent, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { t } from '#text/index.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';
import { statusLabels } from './labels.ts';
import { type PaymentList, paymentListPath, paymentsPath, readPaymentList } from './payment-address.ts';

/** Filters payments by state and search text. A changed filter returns to page 1. */
export function PaymentFilters({ list }: { list: PaymentList }) {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);

  // Not a `key`: remounting the form would lose keyboard focus.
  const followed = useRef(list.search);
  useEffect(() => {
    if (followed.current === list.search) return;
    followed.current = list.search;
    if (input.current) input.current.value = list.search;
  }, [list.search]);

  function apply(form: HTMLFormElement) {
    const values = new URLSearchParams();
    for (const [name, value] of new FormData(form)) values.set(name, String(value));
    void navigate(paymentListPath(readPaymentList(values)));
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    apply(event.currentTarget);
  }

  return (
    <search>
      <form onSubmit={submit} className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <Field
          label={t('staffPayments.search')}
          hint={t('staffPayments.searchHint')}
          className="min-w-0 flex-1 basis-64"
        >
          <Input
            ref={input}
            type="search"
            name="search"
            defaultValue={list.search}
            placeholder={t('staffPayments.searchLabel')}
          />
        </Field>
        <Field label={t('staffPayments.state')} className="max-sm:w-full sm:w-56">
          <Select
            name="status"
            value={list.status ?? ''}
            onChange={(event) => event.currentTarget.form && apply(event.currentTarget.form)}
          >
            <option value="">{t('staffPayments.anyState')}</option>
            {statusLabels.map(([status, label]) => (
              <option key={status} value={status}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        <div className="flex gap-3 sm:pt-6.5">
          <Button type="submit" variant="secondary">
            {t('staffPayments.find')}
          </Button>
          {(list.search || list.status) && (
            <ButtonLink to={paymentsPath} variant="quiet">
              {t('staffPayments.reset')}
            </ButtonLink>
          )}
        </div>
      </form>
    </search>
  );
}
