import { z } from 'zod';
import { count, requiredFile } from './common.ts';
import { defineEndpoint } from './endpoint.ts';

export const uploadImage = defineEndpoint('uploadImage', {
  tag: 'media',
  summary: 'Keep a picture (multipart only): JPEG, PNG, WebP or GIF up to 10 MB',
  description:
    'The type is what the bytes are, not what the name says. Pictures are encoded anew, without what the camera wrote into them.',
  auth: 'user',
  isMultipartOnly: true,
  isIdempotent: true,
  body: z.object({ image: requiredFile() }),
  says: {
    400: [
      { field: 'image', key: 'media.notAnImage' },
      { field: 'image', key: 'media.tooLarge' },
    ],
  },
  responses: { 201: z.object({ url: z.string(), image: z.string(), name: z.string(), size: count() }) },
});
