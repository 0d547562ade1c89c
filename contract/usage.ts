import { z } from 'zod';
import { count } from './common.ts';
import { defineEndpoint } from './endpoint.ts';

/** How much is kept of something, and how much may be; a limit is null for accounts that have none. */
const amount = z.object({
  count: count(),
  count_limit: count().nullable(),
  bytes: count(),
  bytes_limit: count().nullable(),
});

const usage = z.object({
  posts: amount,
  drafts: amount,
  revisions: amount,
  comments: amount,
  pictures: amount,
});
export type Usage = z.infer<typeof usage>;
export type UsageAmount = z.infer<typeof amount>;

export const getUsage = defineEndpoint('getUsage', {
  tag: 'auth',
  summary: 'How much the account keeps, and how much it may keep',
  description:
    '`posts` are those of any status, `drafts` the texts that are being written, `revisions` former texts. What would go beyond a limit is refused with 400 and `code: "quota_exceeded"`, a picture under its field.',
  auth: 'user',
  responses: { 200: usage },
});
