import { t } from '#text/index.ts';
import { getBrowser } from './browser.ts';
import { notify } from './notify.ts';

/** Ends the session, says how it went, and (by the session's event) leads Home. Only in the browser. */
export async function logout(): Promise<void> {
  const isConfirmed = await getBrowser().session.logout();
  if (isConfirmed) notify('success', t('session.loggedOut'));
  else notify('error', t('session.logoutFailed'));
}
