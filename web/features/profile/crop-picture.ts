import type { Square } from './crop.ts';

/** Avatars are shown much smaller; the server makes the variants. */
const maxSide = 1_024;
const jpegQuality = 0.92;

/** Draws the square of a picture as a file of its own. PNG keeps transparent areas. */
export async function cropPicture(image: HTMLImageElement, square: Square, file: File): Promise<File> {
  const side = Math.max(1, Math.min(maxSide, Math.round(square.size)));
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, square.x, square.y, square.size, square.size, 0, 0, side, side);
  const type = file.type === 'image/jpeg' ? 'image/jpeg' : 'image/png';
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, jpegQuality));
  if (!blob) throw new Error('the picture cannot be drawn');
  const name = file.name.replace(/\.[^.]*$/, '') || 'photo';
  return new File([blob], `${name}.${type === 'image/jpeg' ? 'jpg' : 'png'}`, { type });
}
