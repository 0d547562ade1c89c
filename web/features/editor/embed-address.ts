export type EmbedService = 'youtube' | 'rutube' | 'vk' | 'telegram';

/** Characters that stand for themselves in Markdown wherever they are, so that a lone address stays one. */
const plainAddress = /^https:\/\/[A-Za-z0-9\-._~/?=&%#:@+,]+[A-Za-z0-9\-/=]$/;

const services: readonly { service: EmbedService; hosts: readonly string[]; path: RegExp }[] = [
  {
    service: 'youtube',
    hosts: ['youtube.com', 'www.youtube.com', 'm.youtube.com'],
    path: /^\/(watch\?(.*&)?v=[\w-]{6,}|shorts\/[\w-]{6,}|live\/[\w-]{6,}|embed\/[\w-]{6,})/,
  },
  { service: 'youtube', hosts: ['youtu.be'], path: /^\/[\w-]{6,}/ },
  { service: 'rutube', hosts: ['rutube.ru', 'www.rutube.ru'], path: /^\/(video|shorts|play\/embed)\/\w{8,}/ },
  {
    service: 'vk',
    hosts: ['vk.com', 'www.vk.com', 'm.vk.com', 'vk.ru', 'vkvideo.ru', 'www.vkvideo.ru', 'm.vkvideo.ru'],
    path: /^\/(video-?\d+_\d+|clip-?\d+_\d+|video_ext\.php\?|.*[?&]z=video-?\d+_\d+|.*\/video-?\d+_\d+)/,
  },
  { service: 'telegram', hosts: ['t.me', 'www.t.me'], path: /^\/(?!c\/)[A-Za-z]\w{3,}\/\d+/ },
];

/** The service whose player an address stands for when it is a paragraph by itself; null for any other address. */
export function embedService(address: string): EmbedService | null {
  if (!plainAddress.test(address) || !URL.canParse(address)) return null;
  const { hostname, pathname, search } = new URL(address);
  const found = services.find(({ hosts, path }) => hosts.includes(hostname) && path.test(pathname + search));
  return found?.service ?? null;
}
