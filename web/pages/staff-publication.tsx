import type { MetaArgs } from 'react-router';
import * as messages from '#locales/ru/staff-publication.ts';
import { RequireUser } from '#web/features/auth/require-user.tsx';
import { PublicationRulesScreen } from '#web/features/moderation/publication-rules.tsx';
import { StaffOnly, StaffPage, StaffPlaceholder } from '#web/features/moderation/staff-frame.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';

export const meta = ({ matches }: MetaArgs) => pageMeta({ title: messages.title, isHidden: true, matches });

export default function StaffPublication() {
  return (
    <StaffPage section="publication" title={messages.title}>
      <RequireUser fallback={<StaffPlaceholder />}>
        <StaffOnly section="publication">
          <PublicationRulesScreen />
        </StaffOnly>
      </RequireUser>
    </StaffPage>
  );
}
