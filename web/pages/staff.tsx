import { t } from '#text/index.ts';
import { RequireUser } from '#web/features/auth/require-user.tsx';
import { StaffOnly, StaffPage, StaffSections, StaffWaiting } from '#web/features/moderation/staff-frame.tsx';
import { pageMeta } from '#web/shell/titles.ts';

export const meta = () => pageMeta({ title: t('moderation.title') });

export default function Staff() {
  return (
    <StaffPage title={t('moderation.title')}>
      <RequireUser fallback={<StaffWaiting />}>
        <StaffOnly>
          <StaffSections />
        </StaffOnly>
      </RequireUser>
    </StaffPage>
  );
}
