import type { MetaArgs } from 'react-router';
import { useNavigate } from 'react-router';
import * as passwordsMessages from '#locales/ru/passwords.ts';
import { useUser } from '#web/api/use-session.ts';
import { ChangePasswordForm } from '#web/features/auth/change-password-form.tsx';
import { RequireUser } from '#web/features/auth/require-user.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';
import { Container } from '#web/ui/container.tsx';
import { LoadingFallback } from '#web/ui/loading-fallback.tsx';
import { SkeletonText } from '#web/ui/skeleton.tsx';

export const meta = ({ matches }: MetaArgs) =>
  pageMeta({
    title: passwordsMessages.changeTitle,
    description: passwordsMessages.changeDescription,
    path: '/change-password',
    isHidden: true,
    matches,
  });

export default function ChangePassword() {
  return (
    <Container>
      <div className="mx-auto flex max-w-form flex-col gap-6 py-10 sm:py-16">
        <header>
          <h1 className="text-3xl sm:text-4xl">{passwordsMessages.changeTitle}</h1>
          <p className="mt-2 text-soft">{passwordsMessages.changeLead}</p>
        </header>
        <RequireUser fallback={<Placeholder />}>
          <OwnPassword />
        </RequireUser>
      </div>
    </Container>
  );
}

function OwnPassword() {
  const user = useUser();
  const navigate = useNavigate();
  return <ChangePasswordForm username={user?.email ?? ''} onChanged={() => void navigate('/profile')} />;
}

function Placeholder() {
  return (
    <LoadingFallback needsScript={passwordsMessages.needsScript}>
      <SkeletonText lines={6} />
    </LoadingFallback>
  );
}
