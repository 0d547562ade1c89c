import Globe from 'lucide-react/icons/globe';
import type { ReactNode } from 'react';
import { useRouteLoaderData } from 'react-router';
import * as shellMessages from '#locales/ru/shell.ts';
import iconSprite from './social-marks.svg?url';

type Network = { name: string; hosts: readonly string[]; iconId: string };

/** Known networks; their icons are in `social-marks.svg`. */
const networks: readonly Network[] = [
  { name: 'ВКонтакте', hosts: ['vk.com', 'vk.ru'], iconId: 'vk' },
  { name: 'Telegram', hosts: ['t.me', 'telegram.me'], iconId: 'telegram' },
  { name: 'GitHub', hosts: ['github.com'], iconId: 'github' },
];

/** Links to the site's pages in social networks, as configured by the operator; renders nothing without any. */
export function SocialLinks() {
  const data = useRouteLoaderData('root');
  const links = readLinks(data);
  if (links.length === 0) return null;
  return (
    <dd>
      <ul aria-label={shellMessages.social} className="-ml-2.5 mt-3 flex flex-wrap">
        {links.map((url) => (
          <li key={url}>
            <SocialLink url={url} />
          </li>
        ))}
      </ul>
      {areExamples(data) && (
        <small className="block text-xs text-muted">{shellMessages.socialExamples}</small>
      )}
    </dd>
  );
}

function SocialLink({ url }: { url: string }): ReactNode {
  const host = new URL(url).hostname.replace(/^www\./, '');
  const network = networks.find(({ hosts }) => hosts.includes(host));
  const name = network?.name ?? host;
  return (
    <a
      href={url}
      rel="noopener noreferrer me"
      aria-label={name}
      title={name}
      className="flex size-10 items-center justify-center rounded-md text-soft hover:bg-rule hover:text-ink pointer-coarse:size-11"
    >
      {network ? (
        <svg aria-hidden className="size-5 fill-current">
          <use href={`${iconSprite}#${network.iconId}`} />
        </svg>
      ) : (
        <Globe aria-hidden className="size-5" />
      )}
    </a>
  );
}

const areExamples = (data: unknown): boolean =>
  typeof data === 'object' &&
  data !== null &&
  'areSocialLinksExamples' in data &&
  data.areSocialLinksExamples === true;

function readLinks(data: unknown): string[] {
  if (typeof data !== 'object' || data === null || !('socialLinks' in data)) return [];
  return Array.isArray(data.socialLinks) ? data.socialLinks : [];
}
