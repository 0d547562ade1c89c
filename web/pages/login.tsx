import type { MetaArgs } from 'react-router';
import * as loginMessages from '#locales/ru/login.ts';
import { AuthPage } from '#web/features/auth/auth-page.tsx';
import { GuestOnly } from '#web/features/auth/guest-only.tsx';
import { LoginForm } from '#web/features/auth/login-form.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';
import { useHydratedSearch } from '#web/shell/use-hydrated-search.ts';
import { TextLink } from '#web/ui/text-link.tsx';

export const meta = ({ matches }: MetaArgs) =>
  pageMeta({
    title: loginMessages.title,
    description: loginMessages.description,
    path: '/login',
    isHidden: true,
    matches,
  });

export default function Login() {
  const search = useHydratedSearch();
  return (
    <GuestOnly>
      <AuthPage
        heading={loginMessages.heading}
        alternative={<TextLink to={`/register${search}`}>{loginMessages.orRegister}</TextLink>}
        needsScript={loginMessages.needsScript}
      >
        <LoginForm
          forgottenPasswordLink={
            <TextLink
              to={`/password-reset${search}`}
              className="inline-flex min-h-6 items-center pointer-coarse:min-h-11"
            >
              {loginMessages.forgotten}
            </TextLink>
          }
        />
      </AuthPage>
    </GuestOnly>
  );
}
