import type { MetaArgs } from 'react-router';
import * as emailConfirmationMessages from '#locales/ru/email-confirmation.ts';
import { AuthPage } from '#web/features/auth/auth-page.tsx';
import { ConfirmationUnavailable, EmailConfirmation } from '#web/features/auth/email-confirmation.tsx';
import { useMailToken } from '#web/features/auth/use-mail-token.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { SkeletonText } from '#web/ui/skeleton.tsx';

export const meta = ({ matches }: MetaArgs) =>
  pageMeta({
    title: emailConfirmationMessages.title,
    description: emailConfirmationMessages.description,
    path: '/verify-email',
    isHidden: true,
    matches,
  });

export default function VerifyEmail() {
  const { token } = useMailToken();
  return (
    <AuthPage heading={emailConfirmationMessages.title} needsScript={emailConfirmationMessages.needsScript}>
      {token === undefined && (
        <div className="needs-script">
          <SkeletonText lines={3} />
        </div>
      )}
      {token === null && <ConfirmationUnavailable />}
      {token && <EmailConfirmation key={token} token={token} />}
    </AuthPage>
  );
}
