import type { Document } from '#server/platform/http/documents.ts';
import type { SiteIdentity } from '#server/platform/site-identity.ts';
import { defaultBackground, icoFile, iconPng, iconSvg } from './site-icons.ts';

type Deps = { identity: SiteIdentity };

const icoSizes = [16, 32, 48];
const pngIcons = [
  { file: 'apple-touch-icon.png', size: 180, isMaskable: true },
  { file: 'icon-192.png', size: 192, isMaskable: false },
  { file: 'icon-512.png', size: 512, isMaskable: false },
  { file: 'icon-maskable-192.png', size: 192, isMaskable: true },
  { file: 'icon-maskable-512.png', size: 512, isMaskable: true },
];
/** Launchers cut longer names. */
const shortNameLength = 12;

/** The icons and the manifest of the site. They change with the configuration only, so they are cached without tags. */
export function deviceDocuments({ identity }: Deps): Document[] {
  return [
    {
      path: '/favicon.svg',
      contentType: 'image/svg+xml',
      render: async () => ({ body: svgIcon(identity), tags: [] }),
    },
    {
      path: '/favicon.ico',
      contentType: 'image/x-icon',
      async render() {
        const pictures = icoSizes.map(async (size) => ({ size, png: await iconPng(identity, size) }));
        return { body: icoFile(await Promise.all(pictures)), tags: [] };
      },
    },
    ...pngIcons.map(
      ({ file, size, isMaskable }): Document => ({
        path: `/${file}`,
        contentType: 'image/png',
        render: async () => ({ body: await iconPng(identity, size, { isMaskable }), tags: [] }),
      }),
    ),
    {
      path: '/manifest.webmanifest',
      contentType: 'application/manifest+json; charset=utf-8',
      render: async () => ({ body: JSON.stringify(manifest(identity)), tags: [] }),
    },
  ];
}

/** A PNG icon of the operator is embedded, so that the address stays the same. */
function svgIcon({ icon, colors }: SiteIdentity): string {
  if (!icon) return iconSvg(colors);
  if (icon.isSvg) return icon.bytes.toString();
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><image width="64" height="64" href="data:image/png;base64,${icon.bytes.toString('base64')}"/></svg>`;
}

const manifest = ({ name, description, colors }: SiteIdentity) => ({
  id: '/',
  name,
  ...([...name].length <= shortNameLength && { short_name: name }),
  description,
  lang: 'ru',
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: colors.background ?? defaultBackground,
  theme_color: defaultBackground,
  categories: ['news'],
  icons: [
    { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any', purpose: 'any' },
    ...pngIcons
      .filter(({ file }) => file.startsWith('icon-'))
      .map(({ file, size, isMaskable }) => ({
        src: `/${file}`,
        type: 'image/png',
        sizes: `${size}x${size}`,
        purpose: isMaskable ? 'maskable' : 'any',
      })),
  ],
});
