import { Globe } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRouteLoaderData } from 'react-router';
import { t } from '#text/index.ts';

type Network = { name: string; hosts: readonly string[]; viewBox: string; path: string };

/** The marks of the networks that readers here use, drawn in place: nothing is fetched from them. */
const networks: readonly Network[] = [
  {
    name: 'ВКонтакте',
    hosts: ['vk.com', 'vk.ru'],
    viewBox: '0 0 24 24',
    path: 'M15.684 0H8.316C1.592 0 0 1.592 0 8.316v7.368C0 22.408 1.592 24 8.316 24h7.368C22.408 24 24 22.408 24 15.684V8.316C24 1.592 22.391 0 15.684 0zm3.692 17.123h-1.744c-.66 0-.864-.525-2.05-1.727-1.033-1-1.49-1.135-1.744-1.135-.356 0-.458.102-.458.593v1.575c0 .424-.135.678-1.253.678-1.846 0-3.896-1.118-5.335-3.202C4.624 10.857 4.03 8.57 4.03 8.096c0-.254.102-.491.593-.491h1.744c.44 0 .61.203.78.677.863 2.49 2.303 4.675 2.896 4.675.22 0 .322-.102.322-.66V9.721c-.068-1.186-.695-1.287-.695-1.71 0-.204.17-.407.44-.407h2.744c.373 0 .508.203.508.643v3.473c0 .372.17.508.271.508.22 0 .407-.136.813-.542 1.254-1.406 2.151-3.574 2.151-3.574.119-.254.322-.491.763-.491h1.744c.525 0 .644.27.525.643-.22 1.017-2.354 4.031-2.354 4.031-.186.305-.254.44 0 .78.186.254.796.779 1.203 1.253.745.847 1.32 1.558 1.473 2.05.17.49-.085.744-.576.744z',
  },
  {
    name: 'Telegram',
    hosts: ['t.me', 'telegram.me'],
    viewBox: '0 0 24 24',
    path: 'M11.944 0A12 12 0 0 0 0 12a12 12 0 0 0 12 12 12 12 0 0 0 12-12A12 12 0 0 0 12 0a12 12 0 0 0-.056 0zm4.962 7.224c.1-.002.321.023.465.14a.506.506 0 0 1 .171.325c.016.093.036.306.02.472-.18 1.898-.962 6.502-1.36 8.627-.168.9-.499 1.201-.82 1.23-.696.065-1.225-.46-1.9-.902-1.056-.693-1.653-1.124-2.678-1.8-1.185-.78-.417-1.21.258-1.91.177-.184 3.247-2.977 3.307-3.23.007-.032.014-.15-.056-.212s-.174-.041-.249-.024c-.106.024-1.793 1.14-5.061 3.345-.48.33-.913.49-1.302.48-.428-.008-1.252-.241-1.865-.44-.752-.245-1.349-.374-1.297-.789.027-.216.325-.437.893-.663 3.498-1.524 5.83-2.529 6.998-3.014 3.332-1.386 4.025-1.627 4.476-1.635z',
  },
  {
    name: 'GitHub',
    hosts: ['github.com'],
    viewBox: '0 0 16 16',
    path: 'M8 0C3.58 0 0 3.58 0 8c0 3.54 2.29 6.53 5.47 7.59.4.07.55-.17.55-.38 0-.19-.01-.82-.01-1.49-2.01.37-2.53-.49-2.69-.94-.09-.23-.48-.94-.82-1.13-.28-.15-.68-.52-.01-.53.63-.01 1.08.58 1.23.82.72 1.21 1.87.87 2.33.66.07-.52.28-.87.51-1.07-1.78-.2-3.64-.89-3.64-3.95 0-.87.31-1.59.82-2.15-.08-.2-.36-1.02.08-2.12 0 0 .67-.21 2.2.82.64-.18 1.32-.27 2-.27s1.36.09 2 .27c1.53-1.04 2.2-.82 2.2-.82.44 1.1.16 1.92.08 2.12.51.56.82 1.27.82 2.15 0 3.07-1.87 3.75-3.65 3.95.29.25.54.73.54 1.48 0 1.07-.01 1.93-.01 2.2 0 .21.15.46.55.38A8.01 8.01 0 0 0 16 8c0-4.42-3.58-8-8-8z',
  },
];

/** The pages of the site elsewhere, as its operator has set them up; nothing where there are none. */
export function SocialLinks() {
  const links = readLinks(useRouteLoaderData('root'));
  if (links.length === 0) return null;
  return (
    <ul aria-label={t('shell.social')} className="-ml-2.5 mt-3 flex flex-wrap">
      {links.map((url) => (
        <li key={url}>
          <SocialLink url={url} />
        </li>
      ))}
    </ul>
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
        <svg aria-hidden viewBox={network.viewBox} className="size-5 fill-current">
          <path d={network.path} />
        </svg>
      ) : (
        <Globe aria-hidden className="size-5" />
      )}
    </a>
  );
}

function readLinks(data: unknown): string[] {
  if (typeof data !== 'object' || data === null || !('socialLinks' in data)) return [];
  return Array.isArray(data.socialLinks) ? data.socialLinks : [];
}
