import { t } from '#text/index.ts';

export const acceptedImages = 'image/png,image/jpeg,image/webp,image/gif';
const imageTypes = new Set(acceptedImages.split(','));
const largestImageBytes = 10 * 1024 * 1024;

/** The message why a file cannot be uploaded as an image; null when it can. */
export function imageProblem({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!imageTypes.has(type)) return t('postForm.imageNotImage');
  return size > largestImageBytes ? t('media.tooLarge') : null;
}
