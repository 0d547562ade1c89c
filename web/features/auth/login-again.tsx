import { useEffect, useState } from 'react';
import { t } from '#text/index.ts';
import { getBrowser } from '#web/api/browser.ts';
import { stayHere } from '#web/api/stay-here.ts';
import { useSession } from '#web/api/use-session.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { LoginForm } from './login-form.tsx';

/** For a page with unsaved work: when the session ends, shows the login form in a dialog over the page. */
export function LoginAgain() {
  const session = useSession();
  const [isOpen, setOpen] = useState(false);
  const isUser = session.status === 'user';
  const isExpired = session.status === 'guest' && session.ended === 'expired';
  useEffect(stayHere, []);
  useEffect(() => getBrowser().session.onEvent((event) => event !== 'logout' && setOpen(true)), []);
  useEffect(() => {
    if (isExpired) setOpen(true);
    if (isUser) setOpen(false);
  }, [isExpired, isUser]);

  return (
    <FormDialog open={isOpen} onOpenChange={setOpen} title={t('login.againTitle')}>
      <p className="mt-2 mb-6 text-soft">{t('login.againText')}</p>
      <LoginForm
        forgotten={
          <TextLink to="/password-reset" target="_blank">
            {t('login.forgotten')}
          </TextLink>
        }
      />
    </FormDialog>
  );
}
