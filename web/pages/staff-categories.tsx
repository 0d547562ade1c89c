import { t } from '#text/index.ts';
import { RequireUser } from '#web/features/auth/require-user.tsx';
import { CategoryManager } from '#web/features/categories/category-manager.tsx';
import { StaffOnly, StaffPage, StaffWaiting } from '#web/features/moderation/staff-frame.tsx';
import { pageMeta } from '#web/shell/titles.ts';

export const meta = () => pageMeta({ title: t('moderation.categoriesTitle') });

export default function StaffCategories() {
  return (
    <StaffPage section="categories" title={t('moderation.categoriesTitle')}>
      <RequireUser fallback={<StaffWaiting />}>
        <StaffOnly section="categories">
          <CategoryManager />
        </StaffOnly>
      </RequireUser>
    </StaffPage>
  );
}
