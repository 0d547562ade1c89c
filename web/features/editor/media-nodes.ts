import { Node } from '@tiptap/core';
import type { DOMOutputSpec, Node as DocumentNode } from '@tiptap/pm/model';
import { type EmbedService, findEmbedService } from '#contract/embeds.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as editorMessages from '#locales/ru/editor.ts';
import { isHttpUrl, isOwnImage } from './safe-url.ts';

/** A paragraph that contains only images: one image is a figure, several are a gallery. */
export const Gallery = Node.create({
  name: 'gallery',
  group: 'block',
  content: 'picture+',
  isolating: true,
  parseHTML: () => [{ tag: 'div[data-gallery]' }],
  renderHTML: () => ['div', { 'data-gallery': '', class: 'editor-gallery' }, 0],
});

/** An image with its alternative text and its caption. */
export const Picture = Node.create({
  name: 'picture',
  atom: true,
  selectable: true,
  draggable: true,
  addAttributes: () => ({
    src: { default: '', rendered: false },
    alt: { default: '', rendered: false },
    caption: { default: '', rendered: false },
  }),
  parseHTML: () => [{ tag: 'figure[data-picture]', getAttrs: parsePicture }],
  renderHTML: ({ node }) => renderPicture(node),
});

function parsePicture(figure: HTMLElement): Record<string, string> | false {
  const { picture: src = '', alt = '', caption = '' } = figure.dataset;
  return src ? { src, alt, caption } : false;
}

function renderPicture({ attrs }: DocumentNode): DOMOutputSpec {
  const { src, alt, caption } = attrs as Record<string, string>;
  const data = { 'data-picture': src, 'data-alt': alt, 'data-caption': caption, class: 'editor-picture' };
  const body = isOwnImage(src ?? '')
    ? ['img', { src, alt, draggable: 'false' }]
    : [
        'p',
        { class: 'editor-foreign' },
        editorMessages.foreignPicture,
        ['span', {}, describeForeignPicture(src ?? '', alt ?? '')],
      ];
  const badges = alt ? [] : [['span', { class: 'editor-badge' }, editorMessages.noAlt]];
  const captions = caption ? [['figcaption', {}, caption]] : [];
  return ['figure', data, body, ...badges, ...captions] as unknown as DOMOutputSpec;
}

function describeForeignPicture(src: string, alt: string): string {
  const address = isHttpUrl(src) ? src : '';
  return [alt, address].filter(Boolean).join(' · ');
}

const serviceNames: Record<EmbedService, string> = {
  youtube: 'YouTube',
  rutube: 'RuTube',
  vk: editorMessages.vk,
  telegram: 'Telegram',
};

/** A URL of a known embed service on its own line, shown as a card that loads nothing. */
export const Embed = Node.create({
  name: 'embed',
  group: 'topBlock',
  atom: true,
  selectable: true,
  draggable: true,
  addAttributes: () => ({ address: { default: '', rendered: false } }),
  parseHTML: () => [
    {
      tag: 'div[data-embed]',
      getAttrs: (card: HTMLElement) => {
        const address = card.dataset.embed ?? '';
        return findEmbedService(address) ? { address } : false;
      },
    },
  ],
  renderHTML: ({ node }) => {
    const address = String(node.attrs.address);
    const service = findEmbedService(address);
    return [
      'div',
      { 'data-embed': address, class: 'editor-embed' },
      ['strong', {}, service ? interpolate(editorMessages.embed, { service: serviceNames[service] }) : ''],
      ['span', {}, address],
    ];
  },
});

/** Markdown that the editor cannot represent otherwise, as editable source. */
export const SourceBlock = Node.create({
  name: 'sourceBlock',
  group: 'topBlock',
  content: 'text*',
  marks: '',
  code: true,
  defining: true,
  isolating: true,
  parseHTML: () => [{ tag: 'pre[data-source-block]', preserveWhitespace: 'full' as const, priority: 60 }],
  renderHTML: () => [
    'pre',
    {
      'data-source-block': '',
      'data-label': editorMessages.sourceBlock,
      class: 'editor-source-block',
      spellcheck: 'false',
    },
    ['code', 0],
  ],
});
