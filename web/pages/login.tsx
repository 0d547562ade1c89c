import type { MetaArgs } from 'react-router';
import { t } from '#text/index.ts';
import { AuthPage } from '#web/features/auth/auth-page.tsx';
import { GuestOnly } from '#web/features/auth/guest-only.tsx';
import { LoginForm } from '#web/features/auth/login-form.tsx';
import { pageMeta } from '#web/shell/titles.ts';
import { useLateSearch } from '#web/shell/use-late-search.ts';
import { TextLink } from '#web/ui/text-link.tsx';

export const meta = ({ matches }: MetaArgs) =>
  pageMeta({ title: t('login.title'), description: t('login.description'), path: '/login', matches });

export default function Login() {
  const search = useLateSearch();
  return (
    <GuestOnly>
      <AuthPage
        heading={t('login.heading')}
        alternative={<TextLink to={`/register${search}`}>{t('login.orRegister')}</TextLink>}
        needsScript={t('login.needsScript')}
      >
        <LoginForm
          forgotten={
            <TextLink
              to={`/password-reset${search}`}
              className="inline-flex min-h-6 items-center pointer-coarse:min-h-11"
            >
              {t('login.forgotten')}
            </TextLink>
          }
        />
      </AuthPage>
    </GuestOnly>
  );
}
