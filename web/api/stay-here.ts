let staying = 0;

/**
 * Suppresses the redirect to the login page when the session ends, for a page with unsaved work: the page itself asks
 * the user to log in again. Returns the function that allows the redirect.
 */
export function stayHere(): () => void {
  staying += 1;
  return () => {
    staying -= 1;
  };
}

export const isStaying = (): boolean => staying > 0;
