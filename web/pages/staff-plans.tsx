import { t } from '#text/index.ts';
import { RequireUser } from '#web/features/auth/require-user.tsx';
import { StaffOnly, StaffPage, StaffWaiting } from '#web/features/moderation/staff-frame.tsx';
import { PlanManager } from '#web/features/plans/plan-manager.tsx';
import { pageMeta } from '#web/shell/titles.ts';

export const meta = () => pageMeta({ title: t('staffPlans.title') });

export default function StaffPlans() {
  return (
    <StaffPage section="plans" title={t('staffPlans.title')}>
      <RequireUser fallback={<StaffWaiting />}>
        <StaffOnly section="plans">
          <PlanManager />
        </StaffOnly>
      </RequireUser>
    </StaffPage>
  );
}
