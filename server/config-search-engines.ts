import type { Env } from './config-values.ts';
import type { IndexNowSettings } from './features/sitemaps/index.ts';

/** A meta element that proves to a search engine who owns the site. */
export type VerificationMark = { name: string; content: string };

/** The variable of each search engine and the name of its meta element. */
const marks: Record<string, string> = {
  YANDEX_VERIFICATION: 'yandex-verification',
  GOOGLE_SITE_VERIFICATION: 'google-site-verification',
  BING_SITE_VERIFICATION: 'msvalidate.01',
  MAILRU_VERIFICATION: 'wmail-verification',
};
/** Search engines that take part in IndexNow tell each other. */
const defaultIndexNowUrl = 'https://yandex.com/indexnow';

export const readVerificationMarks = (env: Env, problems: string[]): VerificationMark[] =>
  Object.entries(marks).flatMap(([variable, name]) => {
    const content = env[variable];
    if (content === undefined) return [];
    if (/^[\w-]{4,100}$/.test(content)) return [{ name, content }];
    problems.push(`${variable}: must be the value of "content" only, without the element around it`);
    return [];
  });

export function readIndexNow(env: Env, problems: string[]): IndexNowSettings | undefined {
  const { INDEXNOW_KEY: key, INDEXNOW_URL: url = defaultIndexNowUrl } = env;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    problems.push('INDEXNOW_URL: must be a URL like https://yandex.com/indexnow');
  if (key === undefined) return undefined;
  if (!/^[a-zA-Z0-9-]{8,128}$/.test(key))
    problems.push('INDEXNOW_KEY: must have 8 to 128 letters, digits or hyphens');
  return { key, url };
}
