import type { MetaArgs } from 'react-router';
import { t } from '#text/index.ts';
import { AuthPage } from '#web/features/auth/auth-page.tsx';
import { EmailConfirmation, WithoutLink } from '#web/features/auth/email-confirmation.tsx';
import { useMailToken } from '#web/features/auth/use-mail-token.ts';
import { pageMeta } from '#web/shell/titles.ts';
import { SkeletonText } from '#web/ui/skeleton.tsx';

export const meta = ({ matches }: MetaArgs) =>
  pageMeta({
    title: t('emailConfirmation.title'),
    description: t('emailConfirmation.description'),
    path: '/verify-email',
    matches,
  });

export default function VerifyEmail() {
  const { token } = useMailToken();
  return (
    <AuthPage heading={t('emailConfirmation.title')} needsScript={t('emailConfirmation.needsScript')}>
      {token === undefined && (
        <div className="needs-script">
          <SkeletonText lines={3} />
        </div>
      )}
      {token === null && <WithoutLink />}
      {token && <EmailConfirmation key={token} token={token} />}
    </AuthPage>
  );
}
