import { t } from '#text/index.ts';
import { getBrowser } from './browser.ts';
import { notify } from './notify.ts';

/** Logs out, shows the result in a toast and goes Home (by the session's event). Only in the browser. */
export async function logout(): Promise<void> {
  const isConfirmed = await getBrowser().session.logout();
  if (isConfirmed) notify('success', t('session.loggedOut'));
  else notify('error', t('session.logoutFailed'));
}
