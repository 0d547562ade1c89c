import type { MetaArgs } from 'react-router';
import * as passwordsMessages from '#locales/ru/passwords.ts';
import { AuthPage } from '#web/features/auth/auth-page.tsx';
import { NewPasswordForm } from '#web/features/auth/new-password-form.tsx';
import { ResetRequestForm } from '#web/features/auth/reset-request-form.tsx';
import { useMailToken } from '#web/features/auth/use-mail-token.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { useHydratedSearch } from '#web/shell/use-hydrated-search.ts';
import { TextLink } from '#web/ui/text-link.tsx';

export const meta = ({ matches }: MetaArgs) =>
  pageMeta({
    title: passwordsMessages.resetTitle,
    description: passwordsMessages.resetDescription,
    path: '/password-reset',
    isHidden: true,
    matches,
  });

/** Without a token: requests an email with a link. With the token of that link: sets the new password. */
export default function PasswordReset() {
  const search = useHydratedSearch();
  const { token, forget } = useMailToken();
  return (
    <AuthPage
      heading={token ? passwordsMessages.newHeading : passwordsMessages.resetTitle}
      alternative={<TextLink to={`/login${search}`}>{passwordsMessages.resetBack}</TextLink>}
      needsScript={passwordsMessages.needsScript}
    >
      {token ? <NewPasswordForm token={token} onExpiredLink={forget} /> : <ResetRequestForm />}
    </AuthPage>
  );
}
