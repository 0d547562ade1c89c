/** Under which the site serves pictures. */
export const mediaPrefix = '/media/';
export const contentTypes = { avif: 'image/avif', webp: 'image/webp' };

/** The names that we give: a picture as it is kept, or made smaller to so many pixels of width. */
const storedPath = /^[0-9a-f]{2}\/[0-9a-f]{40}(?:-\d{2,4})?\.(?:webp|avif)$/;
const storedAddress = /\/media\/([0-9a-f]{2}\/[0-9a-f]{40})(?:-\d{2,4})?\.(?:webp|avif)/g;

/** Whether a path is one that we could have made; everything else is inert. */
export const isStoredPath = (path: string): boolean => storedPath.test(path);

/** The picture that a path belongs to: itself, or the one it was made smaller from. */
export const pictureOfPath = (path: string): string => path.replace(/(-\d{2,4})?\.(webp|avif)$/, '.webp');

/** Absolute addresses of stored files: clients live on other origins too (contract 1.7). */
export function mediaUrl(publicUrl: string, path: string): string;
export function mediaUrl(publicUrl: string, path: string | null): string | null;
export function mediaUrl(publicUrl: string, path: string | null): string | null {
  return path === null ? null : `${publicUrl}${mediaPrefix}${path}`;
}

/** The pictures of ours that a text names anywhere. */
export const picturesNamedIn = (text: string): string[] => [
  ...new Set(Array.from(text.matchAll(storedAddress), ([, name]) => `${name}.webp`)),
];
