import { type MetaArgs, useParams, useSearchParams } from 'react-router';
import * as messages from '#locales/ru/staff-imports.ts';
import { RequireUser } from '#web/features/auth/require-user.tsx';
import { ImportDetails } from '#web/features/imports/import-details.tsx';
import { parseFileList } from '#web/features/imports/import-paths.ts';
import { StaffOnly, StaffPage, StaffPlaceholder } from '#web/features/moderation/staff-frame.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';

export const meta = ({ matches }: MetaArgs) => pageMeta({ title: messages.title, isHidden: true, matches });

export default function StaffImport() {
  const { id = '' } = useParams();
  const list = parseFileList(useSearchParams()[0]);
  return (
    <StaffPage section="imports" title={messages.title}>
      <RequireUser fallback={<StaffPlaceholder />}>
        <StaffOnly section="imports">
          <ImportDetails id={id} list={list} />
        </StaffOnly>
      </RequireUser>
    </StaffPage>
  );
}
