import type { MetaArgs } from 'react-router';
import { t } from '#text/index.ts';
import { AuthPage } from '#web/features/auth/auth-page.tsx';
import { GuestOnly } from '#web/features/auth/guest-only.tsx';
import { RegisterForm } from '#web/features/auth/register-form.tsx';
import { pageMeta } from '#web/shell/titles.ts';
import { useLateSearch } from '#web/shell/use-late-search.ts';
import { TextLink } from '#web/ui/text-link.tsx';

export const meta = ({ matches }: MetaArgs) =>
  pageMeta({
    title: t('register.title'),
    description: t('register.description'),
    path: '/register',
    matches,
  });

export default function Register() {
  const search = useLateSearch();
  return (
    <GuestOnly>
      <AuthPage
        heading={t('register.heading')}
        alternative={<TextLink to={`/login${search}`}>{t('register.orLogin')}</TextLink>}
        needsScript={t('register.needsScript')}
      >
        <RegisterForm />
      </AuthPage>
    </GuestOnly>
  );
}
