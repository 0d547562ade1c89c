import type { Sabotage } from '../sabotages.ts';

/** Safeguards of the site's forms and staff screens. */
export const interfaceSabotages: Sabotage[] = [
  {
    net: 'spaces in prices and amounts',
    file: 'text/format.ts',
    from: "return typed.replace(/[\\s₽]/g, '');",
    to: 'return typed.trim();',
    project: 'unit',
    testFile: 'web/features/plans/plan-values.test.ts',
    test: 'sends the price',
  },
  {
    net: 'ended subscriptions include cancellations',
    file: 'server/features/subscriptions/subscriber-report-store.ts',
    from: 'count(*) filter (where not is_active and ended_at >',
    to: 'count(*) filter (where was_active and not is_active and ended_at >',
    project: 'api',
    testFile: 'server/features/payments/staff-payments.api.test.ts',
    test: 'and churn',
  },
];
