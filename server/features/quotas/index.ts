import type { Db } from '#server/platform/db/database.ts';
import type { Operation } from '#server/platform/http/operation.ts';
import type { Quotas } from './quota.ts';
import { quotaRoutes } from './quota-routes.ts';
import { createQuotaService, type QuotaService } from './quota-service.ts';

export { type Amount, type Quotas, textBytes } from './quota.ts';
export type { ClaimText } from './quota-service.ts';

/** The checks that other slices call before they store data of an account. */
export type QuotaClaims = Pick<QuotaService, 'check' | 'claim' | 'checkText'>;

export function createQuotas(deps: { db: Db; quotas: Quotas }): QuotaClaims & { operations: Operation[] } {
  const quotas = createQuotaService(deps);
  return { ...quotas, operations: quotaRoutes({ quotas }) };
}
