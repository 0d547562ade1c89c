import { describe, expect, it } from 'vitest';
import { findEmbedService, parseEmbed, playerHosts } from './embeds.ts';

describe('embedService', () => {
  it.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'youtube'],
    ['https://www.youtube.com/watch?t=1&v=dQw4w9WgXcQ', 'youtube'],
    ['https://youtu.be/dQw4w9WgXcQ?t=10', 'youtube'],
    ['https://www.youtube.com/shorts/dQw4w9WgXcQ', 'youtube'],
    ['https://rutube.ru/video/0123456789abcdef0123456789abcdef/', 'rutube'],
    ['https://vkvideo.ru/video-22822305_456241864', 'vk'],
    ['https://vk.com/video-22822305_456241864', 'vk'],
    ['https://vk.com/feed?w=1&z=video-22822305_456241864', 'vk'],
    ['https://vk.com/video_ext.php?oid=-22822305&id=456241864', 'vk'],
    ['https://t.me/durov/43', 'telegram'],
  ])('recognises %s', (url, service) => expect(findEmbedService(url)).toBe(service));

  it.each([
    'https://www.youtube.com/',
    'https://example.ru/watch?v=dQw4w9WgXcQ',
    'https://youtube.com.example.ru/watch?v=dQw4w9WgXcQ',
    'http://youtu.be/dQw4w9WgXcQ',
    'https://t.me/durov',
    'https://t.me/c/123/4',
    'javascript://youtu.be/dQw4w9WgXcQ',
    'https://youtu.be/dQw4w9WgXcQ ещё',
    'https://evil@youtu.be/dQw4w9WgXcQ',
    'https://youtu.be:8443/dQw4w9WgXcQ',
    'https://youtu.be/"onload=alert(1)',
    'https://rutube.ru/video/../../evil',
    'https://vk.com/video_ext.php?oid=x&id=1',
  ])('returns null for %s', (url) => expect(findEmbedService(url)).toBeNull());
});

describe('embedOf', () => {
  it.each([
    ['https://youtu.be/dQw4w9WgXcQ?t=10', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
    ['https://m.youtube.com/watch?t=1&v=dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
    ['https://rutube.ru/shorts/0123456789abcdef/', 'https://rutube.ru/play/embed/0123456789abcdef'],
    ['https://vk.com/clip-22_45', 'https://vkvideo.ru/video_ext.php?oid=-22&id=45'],
    ['https://vk.com/feed?w=1&z=video-22_45', 'https://vkvideo.ru/video_ext.php?oid=-22&id=45'],
    ['https://t.me/durov/43?single', 'https://t.me/durov/43?embed=1'],
  ])('returns a player of a known host for %s', (url, player) => {
    expect(parseEmbed(url)?.player).toBe(player);
    expect(playerHosts).toContain(new URL(player).hostname);
  });
});
