import sharp from 'sharp';

/** Creates an upload form with a plain image of this width and a height of 200 px. */
export async function createImageForm(width = 300): Promise<FormData> {
  const canvas = { width, height: 200, channels: 3 as const, background: '#2f5d62' };
  const bytes = await sharp({ create: canvas }).png().toBuffer();
  const form = new FormData();
  form.set('image', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'a.png');
  return form;
}
