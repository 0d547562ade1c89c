import { useEffect, useRef } from 'react';
import * as staffPaymentsMessages from '#locales/ru/staff-payments.ts';
import { useFilters } from '#web/lists/use-filters.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';
import { statusLabels } from './labels.ts';
import {
  type PaymentListState,
  parsePaymentList,
  paymentListPath,
  paymentsPath,
} from './payment-list-path.ts';

/** Filters payments by state and search text. A changed filter returns to page 1. */
export function PaymentFilters({ list }: { list: PaymentListState }) {
  const { onSubmit, onChange } = useFilters((values) => paymentListPath(parsePaymentList(values)));
  const input = useRef<HTMLInputElement>(null);

  // Not a `key`: remounting the form would lose keyboard focus.
  const lastSearch = useRef(list.search);
  useEffect(() => {
    if (lastSearch.current === list.search) return;
    lastSearch.current = list.search;
    if (input.current) input.current.value = list.search;
  }, [list.search]);

  return (
    <search>
      <form onSubmit={onSubmit} className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <Field
          label={staffPaymentsMessages.search}
          hint={staffPaymentsMessages.searchHint}
          className="min-w-0 flex-1 basis-64"
        >
          <Input
            ref={input}
            type="search"
            name="search"
            defaultValue={list.search}
            placeholder={staffPaymentsMessages.searchLabel}
          />
        </Field>
        <Field label={staffPaymentsMessages.state} className="max-sm:w-full sm:w-56">
          <Select name="status" value={list.status ?? ''} onChange={onChange}>
            <option value="">{staffPaymentsMessages.anyState}</option>
            {statusLabels.map(([status, label]) => (
              <option key={status} value={status}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        <div className="flex gap-3 sm:pt-6.5">
          <Button type="submit" variant="secondary">
            {staffPaymentsMessages.find}
          </Button>
          {(list.search || list.status) && (
            <ButtonLink to={paymentsPath} variant="quiet">
              {staffPaymentsMessages.reset}
            </ButtonLink>
          )}
        </div>
      </form>
    </search>
  );
}
