import type { MetaArgs } from 'react-router';
import * as securityPageMessages from '#locales/ru/security-page.ts';
import { AuthPage } from '#web/features/auth/auth-page.tsx';
import { EmailChangeConfirmation } from '#web/features/auth/email-change-confirmation.tsx';
import { useMailToken } from '#web/features/auth/use-mail-token.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { SkeletonText } from '#web/ui/skeleton.tsx';

export const meta = ({ matches }: MetaArgs) =>
  pageMeta({
    title: securityPageMessages.changeTitle,
    description: securityPageMessages.changeDescription,
    path: '/change-email',
    isHidden: true,
    matches,
  });

export default function ChangeEmail() {
  const { token } = useMailToken();
  return (
    <AuthPage heading={securityPageMessages.changeTitle} needsScript={securityPageMessages.changeNeedsScript}>
      {token === undefined ? (
        <div className="needs-script">
          <SkeletonText lines={3} />
        </div>
      ) : (
        <EmailChangeConfirmation key={token} token={token} />
      )}
    </AuthPage>
  );
}
