import { type MetaArgs, useSearchParams } from 'react-router';
import * as messages from '#locales/ru/staff-imports.ts';
import { RequireUser } from '#web/features/auth/require-user.tsx';
import { ImportList } from '#web/features/imports/import-list.tsx';
import { parsePage } from '#web/features/imports/import-paths.ts';
import { NewImport } from '#web/features/imports/new-import.tsx';
import { StaffOnly, StaffPage, StaffPlaceholder } from '#web/features/moderation/staff-frame.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';

export const meta = ({ matches }: MetaArgs) => pageMeta({ title: messages.title, isHidden: true, matches });

export default function StaffImports() {
  const page = parsePage(useSearchParams()[0]);
  return (
    <StaffPage section="imports" title={messages.title}>
      <RequireUser fallback={<StaffPlaceholder />}>
        <StaffOnly section="imports">
          <NewImport />
          <ImportList page={page} />
        </StaffOnly>
      </RequireUser>
    </StaffPage>
  );
}
