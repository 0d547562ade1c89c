/** The part of a picture that an avatar shows: a square, in pixels of the picture. */
export type Square = { x: number; y: number; size: number };
export type Size = { width: number; height: number };
/** What the reader has chosen: how much is magnified, and the centre from 0 to 1 of width and height. */
export type Crop = { zoom: number; x: number; y: number };

export const maxZoom = 4;
export const centred: Crop = { zoom: 1, x: 0.5, y: 0.5 };

const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));

/** The square of a crop: as large as the picture allows, and never beyond its edges. */
export function squareOf({ width, height }: Size, { zoom, x, y }: Crop): Square {
  const size = Math.min(width, height) / clamp(zoom, 1, maxZoom);
  return {
    size,
    x: clamp(x * width - size / 2, 0, width - size),
    y: clamp(y * height - size / 2, 0, height - size),
  };
}

/** The crop with its centre where its square really is, so that the next movement takes effect at once. */
export function settle(picture: Size, crop: Crop): Crop {
  const { x, y, size } = squareOf(picture, crop);
  return {
    zoom: clamp(crop.zoom, 1, maxZoom),
    x: (x + size / 2) / picture.width,
    y: (y + size / 2) / picture.height,
  };
}

/** Moves the picture under a frame by a distance in pixels of the screen. */
export function moveBy(picture: Size, crop: Crop, distance: { x: number; y: number }, frame: number): Crop {
  const scale = squareOf(picture, crop).size / frame;
  return settle(picture, {
    zoom: crop.zoom,
    x: crop.x - (distance.x * scale) / picture.width,
    y: crop.y - (distance.y * scale) / picture.height,
  });
}
