import type { Mutation } from '../mutations.ts';

/** Safeguards of the site's forms and staff screens. */
export const interfaceMutations: Mutation[] = [
  {
    safeguard: 'spaces in prices and amounts',
    file: 'locales/format.ts',
    from: "return typed.replace(/[\\s₽]/g, '');",
    to: 'return typed.trim();',
    project: 'unit',
    testFile: 'web/features/plans/plan-form-values.test.ts',
    test: 'sends the price',
  },
  {
    safeguard: 'ended subscriptions include cancellations',
    file: 'server/features/subscriptions/subscriber-report-store.ts',
    from: 'count(*) filter (where not is_active and ended_at >',
    to: 'count(*) filter (where was_active and not is_active and ended_at >',
    project: 'api',
    testFile: 'server/features/payments/staff-payments.api.test.ts',
    test: 'and churn',
  },
];
