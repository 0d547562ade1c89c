/** Where a reader came from: one of three words, or the host name of another site. */
export type ViewSource = string;

/** No referrer: an address that was typed, a bookmark, an application. */
export const directSource = 'direct';
/** A page of this site. */
export const siteSource = 'site';
/** Hosts that are not valid, and those beyond the number that is stored. */
export const otherSource = 'other';

export const isNamedHost = (source: ViewSource): boolean => source.includes('.');

/** The length of the column. */
export const hostMaxLength = 100;
const label = /^[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?$/;
/** A public domain does not end with a number, so IP addresses are not stored. */
const topLevelDomain = /^[a-z][a-z0-9-]*[a-z0-9]$/;
/** Names that only exist in local networks. */
const localDomains = new Set([
  'local',
  'localhost',
  'internal',
  'lan',
  'home',
  'corp',
  'intranet',
  'test',
  'arpa',
]);

type KnownSite = { name: string; hosts: readonly string[] };

/** Search engines, messengers and networks with many hosts. The first host stands for all of them. */
const knownSites: readonly KnownSite[] = [
  {
    name: 'Яндекс',
    hosts: [
      'ya.ru',
      'yandex.ru',
      'yandex.com',
      'yandex.by',
      'yandex.kz',
      'yandex.uz',
      'yandex.com.tr',
      'com.yandex.browser',
      'ru.yandex.searchplugin',
    ],
  },
  {
    name: 'Google',
    hosts: [
      'google.com',
      'google.ru',
      'google.by',
      'google.kz',
      'google.am',
      'google.ge',
      'google.az',
      'google.kg',
      'google.md',
      'google.de',
      'google.fr',
      'google.it',
      'google.es',
      'google.pl',
      'google.lv',
      'google.lt',
      'google.ee',
      'google.co.il',
      'google.co.uk',
      'google.co.uz',
      'google.com.ua',
      'google.com.tr',
      'com.google.android.googlequicksearchbox',
    ],
  },
  { name: 'Bing', hosts: ['bing.com'] },
  { name: 'DuckDuckGo', hosts: ['duckduckgo.com'] },
  { name: 'Рамблер', hosts: ['rambler.ru'] },
  { name: 'Mail.ru', hosts: ['mail.ru'] },
  { name: 'Дзен', hosts: ['dzen.ru', 'zen.yandex.ru', 'zen.yandex.com'] },
  { name: 'Telegram', hosts: ['t.me', 'telegram.org', 'telegram.me', 'org.telegram.messenger'] },
  { name: 'MAX', hosts: ['max.ru'] },
  { name: 'WhatsApp', hosts: ['whatsapp.com', 'wa.me', 'com.whatsapp'] },
  { name: 'Viber', hosts: ['viber.com', 'com.viber.voip'] },
  { name: 'ВКонтакте', hosts: ['vk.com', 'vk.ru', 'vkontakte.ru', 'com.vkontakte.android'] },
  { name: 'Одноклассники', hosts: ['ok.ru', 'odnoklassniki.ru', 'ru.ok.android'] },
  { name: 'YouTube', hosts: ['youtube.com', 'youtu.be'] },
  { name: 'RuTube', hosts: ['rutube.ru'] },
  { name: 'X (Twitter)', hosts: ['x.com', 't.co', 'twitter.com', 'com.twitter.android'] },
  { name: 'Facebook', hosts: ['facebook.com', 'com.facebook.katana'] },
  { name: 'Instagram', hosts: ['instagram.com', 'com.instagram.android'] },
  { name: 'LinkedIn', hosts: ['linkedin.com', 'lnkd.in', 'com.linkedin.android'] },
  { name: 'Reddit', hosts: ['reddit.com', 'com.reddit.frontpage'] },
];

const canonicalHosts = new Map(
  knownSites.flatMap(({ hosts }) => hosts.map((host) => [host, hosts[0] ?? host] as const)),
);
const namesByHost = new Map(knownSites.map(({ name, hosts }) => [hosts[0] ?? '', name] as const));

/** The source that is stored for the host of a referrer. */
export function toViewSource(referrerHost: string | undefined, ownHost: string): ViewSource {
  const given = referrerHost?.trim().toLowerCase();
  if (!given) return directSource;
  const host = given.replace(/^www\./, '');
  if (host === ownHost.toLowerCase().replace(/^www\./, '')) return siteSource;
  return isStorableHost(host) ? (findCanonicalHost(host) ?? host) : otherSource;
}

function isStorableHost(host: string): boolean {
  if (host.length > hostMaxLength) return false;
  const labels = host.split('.');
  const last = labels.at(-1) ?? '';
  return (
    labels.length > 1 &&
    labels.every((part) => part.length <= 63 && label.test(part)) &&
    topLevelDomain.test(last) &&
    !localDomains.has(last)
  );
}

/** The most specific known host: `zen.yandex.ru` before `yandex.ru`. */
function findCanonicalHost(host: string): string | undefined {
  const labels = host.split('.');
  for (let from = 0; from < labels.length - 1; from += 1) {
    const known = canonicalHosts.get(labels.slice(from).join('.'));
    if (known) return known;
  }
  return undefined;
}

/** The name of a search engine, a messenger or a network; undefined for any other host. */
export const findSiteName = (source: ViewSource): string | undefined => namesByHost.get(source);
