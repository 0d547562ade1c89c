import * as mediaMessages from '#locales/ru/media.ts';
import * as postFormMessages from '#locales/ru/post-form.ts';

export const acceptedImages = 'image/png,image/jpeg,image/webp,image/gif';
const imageTypes = new Set(acceptedImages.split(','));
const maxImageBytes = 10 * 1024 * 1024;

/** The message why a file cannot be uploaded as an image; null when it can. */
export function imageProblem({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!imageTypes.has(type)) return postFormMessages.imageNotImage;
  return size > maxImageBytes ? mediaMessages.tooLarge : null;
}
