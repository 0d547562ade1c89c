import { describe, expect, it } from 'vitest';
import { findSiteName, toViewSource } from './view-source.ts';

const sourceOf = (host: string | undefined) => toViewSource(host, 'news.example');

describe('toViewSource', () => {
  it.each([
    [undefined, 'direct'],
    ['', 'direct'],
    ['  ', 'direct'],
    ['news.example', 'site'],
    ['WWW.News.Example', 'site'],
    ['habr.com', 'habr.com'],
    ['www.habr.com', 'habr.com'],
    ['xn--80asehdb.xn--p1ai', 'xn--80asehdb.xn--p1ai'],
    ['evil-news.example', 'evil-news.example'],
  ])('stores %o as %s', (host, source) => expect(sourceOf(host)).toBe(source));

  it.each([
    ['yandex.ru', 'Яндекс'],
    ['yandex.com.tr', 'Яндекс'],
    ['zen.yandex.ru', 'Дзен'],
    ['www.google.com', 'Google'],
    ['news.google.co.uk', 'Google'],
    ['web.telegram.org', 'Telegram'],
    ['org.telegram.messenger', 'Telegram'],
    ['away.vk.com', 'ВКонтакте'],
    ['go.mail.ru', 'Mail.ru'],
  ])('recognises %s as %s', (host, name) => expect(findSiteName(sourceOf(host))).toBe(name));

  it('does not take a host that only contains a known name for it', () => {
    for (const host of ['google.com.evil.example', 'notgoogle.com', 'yandex.evil.example'])
      expect(findSiteName(sourceOf(host))).toBeUndefined();
  });

  it.each([
    'localhost',
    'printer.local',
    '192.168.0.7',
    '[::1]',
    'a b.example',
    'news..example',
    '-news.example',
    'https://news.example/path?token=1',
    "x'; drop table posts; --.example",
    'имя.рф',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(60)}example`,
    'x'.repeat(100_000),
    '\u0000.example',
  ])('stores neither addresses nor invalid hosts: %#', (host) => expect(sourceOf(host)).toBe('other'));
});
