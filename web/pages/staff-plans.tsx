import type { MetaArgs } from 'react-router';
import * as staffPlansMessages from '#locales/ru/staff-plans.ts';
import { RequireUser } from '#web/features/auth/require-user.tsx';
import { StaffOnly, StaffPage, StaffPlaceholder } from '#web/features/moderation/staff-frame.tsx';
import { PlanManager } from '#web/features/plans/plan-manager.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';

export const meta = ({ matches }: MetaArgs) =>
  pageMeta({ title: staffPlansMessages.title, isHidden: true, matches });

export default function StaffPlans() {
  return (
    <StaffPage section="plans" title={staffPlansMessages.title}>
      <RequireUser fallback={<StaffPlaceholder />}>
        <StaffOnly section="plans">
          <PlanManager />
        </StaffOnly>
      </RequireUser>
    </StaffPage>
  );
}
