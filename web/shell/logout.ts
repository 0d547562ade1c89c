import * as sessionMessages from '#locales/ru/session.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { notify } from '#web/ui/notify.ts';

/** Logs out, shows the result in a toast and goes Home (by the session's event). Only in the browser. */
export async function logout(): Promise<void> {
  const isConfirmed = await getBrowserClient().session.logout();
  if (isConfirmed) notify('success', sessionMessages.loggedOut);
  else notify('error', sessionMessages.logoutFailed);
}
