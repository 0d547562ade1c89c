import type { MetaArgs } from 'react-router';
import { t } from '#text/index.ts';
import { AuthPage } from '#web/features/auth/auth-page.tsx';
import { NewPasswordForm } from '#web/features/auth/new-password-form.tsx';
import { ResetRequestForm } from '#web/features/auth/reset-request-form.tsx';
import { useMailToken } from '#web/features/auth/use-mail-token.ts';
import { pageMeta } from '#web/shell/titles.ts';
import { useLateSearch } from '#web/shell/use-late-search.ts';
import { TextLink } from '#web/ui/text-link.tsx';

export const meta = ({ matches }: MetaArgs) =>
  pageMeta({
    title: t('passwords.resetTitle'),
    description: t('passwords.resetDescription'),
    path: '/password-reset',
    matches,
  });

/** Without a token: requests an email with a link. With the token of that link: sets the new password. */
export default function PasswordReset() {
  const search = useLateSearch();
  const { token, forget } = useMailToken();
  return (
    <AuthPage
      heading={t(token ? 'passwords.newHeading' : 'passwords.resetTitle')}
      alternative={<TextLink to={`/login${search}`}>{t('passwords.resetBack')}</TextLink>}
      needsScript={t('passwords.needsScript')}
    >
      {token ? <NewPasswordForm token={token} onDeadLink={forget} /> : <ResetRequestForm />}
    </AuthPage>
  );
}
