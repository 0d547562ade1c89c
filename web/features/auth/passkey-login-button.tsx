import KeyRound from 'lucide-react/icons/key-round';
import { useEffect, useState } from 'react';
import * as loginMessages from '#locales/ru/login.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { ApiError } from '#web/api/client.ts';
import { Button } from '#web/ui/button.tsx';
import { notify } from '#web/ui/notify.ts';
import { hasPasskeys, signWithPasskey } from './passkey.ts';

/** Opens a session with a passkey. Its place is kept until the browser turns out to have none. */
export function PasskeyLoginButton() {
  const [isSupported, setSupported] = useState(true);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => setSupported(hasPasskeys()), []);

  async function login(): Promise<void> {
    setBusy(true);
    try {
      const passkey = await signWithPasskey();
      if (!passkey) return notify('error', loginMessages.passkeyCancelled);
      const { api, session } = getBrowserClient();
      session.open(await api.call('loginWithPasskey', { body: { passkey } }));
      notify('success', loginMessages.welcome);
    } catch (error) {
      // A toast has shown the error.
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setBusy(false);
    }
  }

  if (!isSupported) return null;
  return (
    <Button variant="secondary" size="lg" busy={isBusy} className="needs-script" onClick={() => void login()}>
      <KeyRound aria-hidden className="size-5" />
      {loginMessages.withPasskey}
    </Button>
  );
}
