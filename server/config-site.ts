import { readFileSync } from 'node:fs';
import * as texts from '#locales/ru/site.ts';
import { type Env, readAddress } from './config-values.ts';
import type { SiteIdentity } from './platform/site-identity.ts';

const maxNameLength = 60;
const maxDescriptionLength = 300;
const maxIconBytes = 1024 * 1024;

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
    icon: readIcon(env, problems),
    securityContact: readSecurityContact(env, problems),
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

/** The file is read once, at the start. */
function readIcon(env: Env, problems: string[]): SiteIdentity['icon'] {
  const path = env.SITE_ICON;
  if (path === undefined) return null;
  const kind = /\.(svg|png)$/i.exec(path)?.[1]?.toLowerCase();
  if (kind === undefined) {
    problems.push('SITE_ICON: must be the path of a square .svg or .png file');
    return null;
  }
  try {
    const bytes = readFileSync(path);
    if (bytes.length > maxIconBytes) problems.push('SITE_ICON: must have at most 1 MB');
    return { bytes, isSvg: kind === 'svg' };
  } catch (error) {
    problems.push(`SITE_ICON: ${(error as Error).message}`);
    return null;
  }
}

function readSecurityContact(env: Env, problems: string[]): string | null {
  const contact = env.SECURITY_CONTACT;
  if (contact === undefined) return null;
  if (!/^(mailto:[^\s@]+@|https:\/\/)[^\s@]+$/.test(contact))
    problems.push(
      'SECURITY_CONTACT: must be like mailto:security@news.example or https://news.example/security',
    );
  return contact;
}
