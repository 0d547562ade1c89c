let staying = 0;

/**
 * Keeps the reader on this page when the session ends, because there is work on it: the page itself asks to log in
 * again. Gives the function that ends it.
 */
export function stayHere(): () => void {
  staying += 1;
  return () => {
    staying -= 1;
  };
}

export const isStaying = (): boolean => staying > 0;
