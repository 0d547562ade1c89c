import { getBrowserClient } from './browser-client.ts';

/**
 * Wraps a loader of private data for a page inside `RequireUser`. It loads nothing for guests and while the session is
 * being restored; when a session begins, the shell revalidates all loaders.
 */
export function createUserLoader<Args, Data>(
  load: (args: Args) => Promise<Data>,
): (args: Args) => Promise<Data | null> {
  return async (args) => (getBrowserClient().session.getState().status === 'user' ? load(args) : null);
}
