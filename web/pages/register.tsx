import type { MetaArgs } from 'react-router';
import * as registerMessages from '#locales/ru/register.ts';
import { AuthPage } from '#web/features/auth/auth-page.tsx';
import { GuestOnly } from '#web/features/auth/guest-only.tsx';
import { RegisterForm } from '#web/features/auth/register-form.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';
import { useHydratedSearch } from '#web/shell/use-hydrated-search.ts';
import { TextLink } from '#web/ui/text-link.tsx';

export const meta = ({ matches }: MetaArgs) =>
  pageMeta({
    title: registerMessages.title,
    description: registerMessages.description,
    path: '/register',
    isHidden: true,
    matches,
  });

export default function Register() {
  const search = useHydratedSearch();
  return (
    <GuestOnly>
      <AuthPage
        heading={registerMessages.heading}
        alternative={<TextLink to={`/login${search}`}>{registerMessages.orLogin}</TextLink>}
        needsScript={registerMessages.needsScript}
      >
        <RegisterForm />
      </AuthPage>
    </GuestOnly>
  );
}
