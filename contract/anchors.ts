/** Separates the ids that authors write in a text from those of the page. */
export const anchorPrefix = 'user-content-';

/** The name in the hash of a URL. */
export function anchorName(hash: string): string {
  const name = hash.replace(/^#/, '');
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
