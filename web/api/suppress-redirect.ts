let suppressionCount = 0;

/**
 * Suppresses the redirect to the login page when the session ends, for a page with unsaved work: the page itself asks
 * the user to log in again. Returns the function that allows the redirect.
 */
export function suppressRedirect(): () => void {
  suppressionCount += 1;
  return () => {
    suppressionCount -= 1;
  };
}

export const isRedirectSuppressed = (): boolean => suppressionCount > 0;
