import { describe, expect, it } from 'vitest';
import type { TextPicture } from './pictures.ts';
import { renderMarkdown } from './render.ts';

const name = (letter: string) => `ab/${letter.repeat(40)}`;
const known: TextPicture = {
  width: 800,
  height: 600,
  tint: '#2f5d62',
  sources: [{ type: 'image/avif', srcset: `/media/${name('a')}-320.avif 320w` }],
};
const html = (markdown: string) =>
  renderMarkdown(markdown, { origin: 'https://news.example', byPath: { [`${name('a')}.webp`]: known } }).html;
const image = (letter: string, more = '') => `![мост](/media/${name(letter)}.webp${more})`;

describe('pictures of a text', () => {
  it('have their size, their colour and their smaller files', () => {
    const shown = html(image('a'));
    expect(shown).toMatch(
      /^<figure><a class="full-size" href="[^"]+" aria-label="Открыть изображение: мост"><picture><source type="image\/avif" srcset="[^"]+ 320w" sizes="[^"]+">/,
    );
    expect(shown).toMatch(/<img src="[^"]+" alt="мост" width="800" height="600"/);
    expect(shown).toContain('style="background-color:#2f5d62"');
    expect(shown).toContain('loading="lazy"');
    expect(shown).not.toContain('figcaption');
  });

  it('are not enlarged when they are narrower than the column', () => {
    const narrow = { ...known, width: 200 };
    const byPath = { [`${name('a')}.webp`]: narrow };
    const { html: shown } = renderMarkdown(image('a'), { origin: '', byPath });
    expect(shown).toContain('sizes="(min-width: 232px) 200px, calc(100vw - 2rem)"');
    expect(shown).not.toContain('full-size');
  });

  it('are replaced by a text when they have been deleted from this site', () => {
    const words = (value: string) => `<figure><span class="missing-picture">${value}</span></figure>`;
    expect(html(image('b'))).toBe(words('Изображение удалено: мост'));
    expect(html(`![](/media/${name('b')}.webp)`)).toBe(words('Изображение удалено'));
  });

  it('may have an absolute URL of this site', () => {
    expect(html(`![](https://news.example/media/${name('a')}.webp)`)).toContain(
      `src="/media/${name('a')}.webp"`,
    );
    expect(html(`![x](https://news.example.evil/media/${name('a')}.webp)`)).not.toContain('<img');
  });

  it('have their title as caption when they stand alone', () => {
    expect(html(image('a', ' "Мост в <тумане>"'))).toContain(
      '<figcaption>Мост в &#x3C;тумане></figcaption></figure>',
    );
    expect(html(`Вот ${image('a', ' "Мост"')}`)).toMatch(
      /^<p>Вот <picture>.*title="Мост".*<\/picture><\/p>$/,
    );
  });

  it('form a gallery when a paragraph contains only pictures', () => {
    const gallery = html(`${image('a')}\n${image('b')} ${image('a')}`);
    expect(gallery).toMatch(/^<div class="gallery">(<figure[^>]*>.*?<\/figure>){3}<\/div>$/);
    expect(gallery.match(/--ratio:1\.333/g)).toHaveLength(2);
    expect(html(`${image('a')} ![x](https://example.com/x.png)`)).not.toContain('gallery');
  });
});
