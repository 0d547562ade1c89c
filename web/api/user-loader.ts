import { getBrowser } from './browser.ts';

/**
 * A loader of what only its reader may see, for a page inside `RequireUser`: it loads nothing for guests and while the
 * session is being restored. Once a session begins the shell has every loader run again.
 */
export function forUser<Args, Data>(
  load: (args: Args) => Promise<Data>,
): (args: Args) => Promise<Data | null> {
  return async (args) => (getBrowser().session.getState().status === 'user' ? load(args) : null);
}
