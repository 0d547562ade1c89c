import { z } from 'zod';
import { count, timestamp } from './common.ts';
import { defineEndpoint } from './endpoint.ts';

const dataCopy = z.object({
  copy: z
    .object({
      requested_at: timestamp(),
      /** When the archive is deleted; null while it is being made. */
      expires_at: timestamp().nullable(),
      bytes: count().nullable(),
      /** Works for ten minutes. */
      download_url: z.string().nullable(),
    })
    .nullable(),
});
export type DataCopyState = z.infer<typeof dataCopy>;

export const getDataCopy = defineEndpoint('getDataCopy', {
  tag: 'auth',
  summary: "The copy of the caller's data that is being made or ready",
  description:
    '`download_url` is null while the archive is being made, and in a session that could not have one made (`confirmIdentity`).',
  auth: 'user',
  responses: { 200: dataCopy },
});

export const requestDataCopy = defineEndpoint('requestDataCopy', {
  tag: 'auth',
  summary: "Have a copy of everything made that belongs to the caller's account",
  description:
    'A job makes a ZIP archive of JSON, Markdown and pictures, and tells the owner by notification and e-mail. A copy that is being made is returned again. Three copies a day; each is deleted after a week.',
  auth: 'user',
  needsConfirmation: true,
  body: z.object({}),
  responses: { 200: dataCopy },
});

export const downloadDataCopy = defineEndpoint('downloadDataCopy', {
  tag: 'auth',
  summary: 'The archive, by the link of `getDataCopy`',
  auth: 'ignored',
  params: z.object({ token: z.string().meta({ description: 'The last part of `download_url`.' }) }),
  contentType: 'application/zip',
  errorMessages: { 404: [{ key: 'security.dataCopyUnknown' }] },
  responses: { 200: z.string() },
});
