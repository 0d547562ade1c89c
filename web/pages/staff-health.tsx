import type { MetaArgs } from 'react-router';
import * as healthMessages from '#locales/ru/health.ts';
import { RequireUser } from '#web/features/auth/require-user.tsx';
import { HealthReport } from '#web/features/health/health-report.tsx';
import { StaffOnly, StaffPage, StaffPlaceholder } from '#web/features/moderation/staff-frame.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';

export const meta = ({ matches }: MetaArgs) =>
  pageMeta({ title: healthMessages.title, isHidden: true, matches });

export default function StaffHealth() {
  return (
    <StaffPage section="health" title={healthMessages.title}>
      <RequireUser fallback={<StaffPlaceholder />}>
        <StaffOnly section="health">
          <HealthReport />
        </StaffOnly>
      </RequireUser>
    </StaffPage>
  );
}
