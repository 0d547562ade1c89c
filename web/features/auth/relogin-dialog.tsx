import { useEffect, useState } from 'react';
import * as loginMessages from '#locales/ru/login.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { suppressRedirect } from '#web/api/suppress-redirect.ts';
import { useSession } from '#web/api/use-session.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { LoginForm } from './login-form.tsx';

/** For a page with unsaved work: when the session ends, shows the login form in a dialog over the page. */
export function ReloginDialog() {
  const session = useSession();
  const [isOpen, setOpen] = useState(false);
  const isUser = session.status === 'user';
  const isExpired = session.status === 'guest' && session.ended === 'expired';
  useEffect(suppressRedirect, []);
  useEffect(() => getBrowserClient().session.onEvent((event) => event !== 'logout' && setOpen(true)), []);
  useEffect(() => {
    if (isExpired) setOpen(true);
    if (isUser) setOpen(false);
  }, [isExpired, isUser]);

  return (
    <FormDialog open={isOpen} onOpenChange={setOpen} title={loginMessages.againTitle}>
      <p className="mt-2 mb-6 text-soft">{loginMessages.againText}</p>
      <LoginForm
        forgottenPasswordLink={
          <TextLink to="/password-reset" target="_blank">
            {loginMessages.forgotten}
          </TextLink>
        }
      />
    </FormDialog>
  );
}
