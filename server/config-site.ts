import * as texts from '#locales/ru/site.ts';
import { type Env, readAddress } from './config-values.ts';
import type { SiteIdentity } from './platform/site-identity.ts';

const maxNameLength = 60;
const maxDescriptionLength = 300;

/** The identity of the site. Every place that names the site gets it from here. */
export function readSiteIdentity(env: Env, problems: string[]): SiteIdentity {
  return {
    name: readLine(env, 'SITE_NAME', { fallback: texts.name, maxLength: maxNameLength }, problems),
    description: readLine(
      env,
      'SITE_DESCRIPTION',
      { fallback: texts.description, maxLength: maxDescriptionLength },
      problems,
    ),
    email: readAddress(env, 'SITE_EMAIL', problems) ?? null,
    colors: {
      mark: readColor(env, 'SITE_COLOR', problems),
      background: readColor(env, 'SITE_BACKGROUND', problems),
    },
  };
}

function readLine(
  env: Env,
  name: string,
  { fallback, maxLength }: { fallback: string; maxLength: number },
  problems: string[],
): string {
  const value = env[name];
  if (value === undefined) return fallback;
  if (!/\p{Cc}/u.test(value) && [...value].length <= maxLength) return value;
  problems.push(`${name}: must be one line of at most ${maxLength} characters`);
  return fallback;
}

function readColor(env: Env, name: string, problems: string[]): string | null {
  const value = env[name];
  if (value === undefined) return null;
  if (!/^#[0-9a-f]{6}$/i.test(value)) problems.push(`${name}: must be a colour like #a31414`);
  return value.toLowerCase();
}
