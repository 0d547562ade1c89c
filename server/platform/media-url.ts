/** Path prefix of stored pictures. */
export const mediaPrefix = '/media/';
export const contentTypes = { avif: 'image/avif', webp: 'image/webp' };

/** File names that the server generates: the original picture, or a variant with its width in pixels. */
const storedPath = /^[0-9a-f]{2}\/[0-9a-f]{40}(?:-\d{2,4})?\.(?:webp|avif)$/;
const storedUrl = /\/media\/([0-9a-f]{2}\/[0-9a-f]{40})(?:-\d{2,4})?\.(?:webp|avif)/g;

/** Whether the server could have generated this path; other paths are not served. */
export const isStoredPath = (path: string): boolean => storedPath.test(path);

/** The path of the original picture for the path of the picture or of a variant. */
export const originalPathOf = (path: string): string => path.replace(/(-\d{2,4})?\.(webp|avif)$/, '.webp');

/** Absolute URLs of stored files: some clients are served from other origins (docs/api.md, Values). */
export function mediaUrl(publicUrl: string, path: string): string;
export function mediaUrl(publicUrl: string, path: string | null): string | null;
export function mediaUrl(publicUrl: string, path: string | null): string | null {
  return path === null ? null : `${publicUrl}${mediaPrefix}${path}`;
}

/** Paths of the stored pictures that a text references anywhere. */
export const findPicturePaths = (text: string): string[] => [
  ...new Set(Array.from(text.matchAll(storedUrl), ([, name]) => `${name}.webp`)),
];
