/** Services whose URL becomes a player when it is a paragraph of its own. The player loads only after a click. */
export type EmbedService = 'youtube' | 'rutube' | 'vk' | 'telegram';

/** The only hosts that pages of the site may frame (`frame-src`). */
export const playerHosts = ['www.youtube-nocookie.com', 'rutube.ru', 'vkvideo.ru', 't.me'] as const;

export type Embed = {
  service: EmbedService;
  /** The URL of the player page, on one of `playerHosts`. */
  player: string;
};

/** Only characters without a meaning in Markdown, so that the URL of a paragraph stays intact. */
const plainUrlPattern = /^https:\/\/[A-Za-z0-9\-._~/?=&%#:@+,]+[A-Za-z0-9\-/=]$/;

type Service = {
  service: EmbedService;
  hosts: readonly string[];
  /** Matches the path, or with `query` the query; the groups hold the arguments of `player`. */
  path: RegExp;
  query?: RegExp;
  player: (firstGroup: string, secondGroup: string) => string;
};

const youtubeHosts = ['youtube.com', 'www.youtube.com', 'm.youtube.com'];
const vkHosts = ['vk.com', 'www.vk.com', 'm.vk.com', 'vk.ru', 'vkvideo.ru', 'www.vkvideo.ru', 'm.vkvideo.ru'];
const youtubePlayer = (id: string) => `https://www.youtube-nocookie.com/embed/${id}`;

const services: readonly Service[] = [
  {
    service: 'youtube',
    hosts: youtubeHosts,
    path: /^\/(?:shorts|live|embed)\/([\w-]{6,})/,
    player: youtubePlayer,
  },
  {
    service: 'youtube',
    hosts: youtubeHosts,
    path: /^\/watch$/,
    query: /[?&]v=([\w-]{6,})/,
    player: youtubePlayer,
  },
  { service: 'youtube', hosts: ['youtu.be'], path: /^\/([\w-]{6,})/, player: youtubePlayer },
  {
    service: 'rutube',
    hosts: ['rutube.ru', 'www.rutube.ru'],
    path: /^\/(?:video|shorts|play\/embed)\/(\w{8,})/,
    player: (id) => `https://rutube.ru/play/embed/${id}`,
  },
  {
    service: 'vk',
    hosts: vkHosts,
    path: /(?:^\/clip|\/video)(-?\d+)_(\d+)/,
    player: vkPlayer,
  },
  { service: 'vk', hosts: vkHosts, path: /^/, query: /[?&]z=video(-?\d+)_(\d+)/, player: vkPlayer },
  {
    service: 'vk',
    hosts: vkHosts,
    path: /^\/video_ext\.php$/,
    query: /^\?oid=(-?\d+)&id=(\d+)/,
    player: vkPlayer,
  },
  {
    service: 'telegram',
    hosts: ['t.me', 'www.t.me'],
    path: /^\/(?!c\/)([A-Za-z]\w{3,})\/(\d+)/,
    player: (channel, post) => `https://t.me/${channel}/${post}?embed=1`,
  },
];

function vkPlayer(owner: string, id: string): string {
  return `https://vkvideo.ru/video_ext.php?oid=${owner}&id=${id}`;
}

/** The player of a URL that is a paragraph of its own; null for any other URL. */
export function parseEmbed(url: string): Embed | null {
  if (!plainUrlPattern.test(url) || !URL.canParse(url)) return null;
  const { hostname, pathname, search, username, port } = new URL(url);
  if (username !== '' || port !== '') return null;
  for (const { service, hosts, path, query, player } of services) {
    if (!hosts.includes(hostname)) continue;
    const pathMatch = path.exec(pathname);
    const match = pathMatch && query ? query.exec(search) : pathMatch;
    if (match) return { service, player: player(match[1] ?? '', match[2] ?? '') };
  }
  return null;
}

/** The service of a URL, or null. */
export const findEmbedService = (url: string): EmbedService | null => parseEmbed(url)?.service ?? null;
