import * as mediaMessages from '#locales/ru/media.ts';
import * as postFormMessages from '#locales/ru/post-form.ts';

export const acceptedImages = 'image/png,image/jpeg,image/webp,image/gif';
const imageTypes = new Set(acceptedImages.split(','));
const maxImageBytes = 10 * 1024 * 1024;

export const isImageType = (type: string): boolean => imageTypes.has(type);

/** The message why a file cannot be uploaded as an image; null when it can. */
export function imageProblem({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!isImageType(type)) return postFormMessages.imageNotImage;
  return size > maxImageBytes ? mediaMessages.tooLarge : null;
}
