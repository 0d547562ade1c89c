import { type Env, readNumber } from './config-values.ts';
import type { Quotas } from './features/quotas/index.ts';

const bytesPerMebibyte = 1024 * 1024;
const maxItems = 1_000_000_000;
const maxMebibytes = 1_048_576;

/**
 * The storage quotas of one account. A client that creates a new draft post every 30 s creates 2,880 a day: at 20 KB
 * each, the quota of posts lasts for nine days of continuous writing.
 */
export function readQuotas(env: Env, problems: string[]): Quotas {
  const read = (name: string, items: number, mebibytes: number) => ({
    items: readNumber(env, `${name}_QUOTA`, items, { min: 1, max: maxItems }, problems),
    bytes:
      readNumber(env, `${name}_QUOTA_MB`, mebibytes, { min: 1, max: maxMebibytes }, problems) *
      bytesPerMebibyte,
  });
  return {
    posts: read('POSTS', 100_000, 512),
    drafts: read('DRAFTS', 1_000, 64),
    revisions: read('REVISIONS', 100_000, 256),
    comments: read('COMMENTS', 100_000, 64),
    pictures: read('MEDIA', 20_000, 1_024),
  };
}
