import { type PaymentStatus, paymentStatus } from '#contract/payment.ts';

export const paymentsPath = '/staff/payments';

/** The state of the payment list. The URL is its only store. */
export type PaymentListState = { search: string; status: PaymentStatus | null; page: number };

/** Parses the query of the payment list; invalid values count as absent. */
export function parsePaymentList(params: URLSearchParams): PaymentListState {
  const page = Number(params.get('page') ?? 1);
  return {
    search: params.get('search')?.trim() ?? '',
    status: paymentStatus.safeParse(params.get('status')).data ?? null,
    page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
  };
}

/** The path of the list in the given state; defaults are omitted. */
export function paymentListPath({ search, status, page }: Partial<PaymentListState>): string {
  const params = new URLSearchParams();
  if (status) params.set('status', status);
  if (search) params.set('search', search);
  if (page && page > 1) params.set('page', String(page));
  const query = params.toString();
  return query ? `${paymentsPath}?${query}` : paymentsPath;
}

export const paymentPath = (id: number): string => `${paymentsPath}/${id}`;

/** True for the first page without filters. */
export const isUnfilteredFirstPage = ({ search, status, page }: PaymentListState): boolean =>
  search === '' && status === null && page === 1;
