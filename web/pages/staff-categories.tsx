import type { MetaArgs } from 'react-router';
import * as moderationMessages from '#locales/ru/moderation.ts';
import { RequireUser } from '#web/features/auth/require-user.tsx';
import { CategoryManager } from '#web/features/categories/category-manager.tsx';
import { StaffOnly, StaffPage, StaffPlaceholder } from '#web/features/moderation/staff-frame.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';

export const meta = ({ matches }: MetaArgs) =>
  pageMeta({ title: moderationMessages.categoriesTitle, isHidden: true, matches });

export default function StaffCategories() {
  return (
    <StaffPage section="categories" title={moderationMessages.categoriesTitle}>
      <RequireUser fallback={<StaffPlaceholder />}>
        <StaffOnly section="categories">
          <CategoryManager />
        </StaffOnly>
      </RequireUser>
    </StaffPage>
  );
}
