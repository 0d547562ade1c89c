import { Node } from '@tiptap/core';
import type { DOMOutputSpec, Node as DocumentNode } from '@tiptap/pm/model';
import { type EmbedService, embedService } from '#contract/embeds.ts';
import { t } from '#text/index.ts';
import { isOwnPicture, isWebAddress } from './safe-address.ts';

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
  parseHTML: () => [{ tag: 'figure[data-picture]', getAttrs: readPicture }],
  renderHTML: ({ node }) => drawPicture(node),
});

function readPicture(figure: HTMLElement): Record<string, string> | false {
  const { picture: src = '', alt = '', caption = '' } = figure.dataset;
  return src ? { src, alt, caption } : false;
}

function drawPicture({ attrs }: DocumentNode): DOMOutputSpec {
  const { src, alt, caption } = attrs as Record<string, string>;
  const data = { 'data-picture': src, 'data-alt': alt, 'data-caption': caption, class: 'editor-picture' };
  const shown = isOwnPicture(src ?? '')
    ? ['img', { src, alt, draggable: 'false' }]
    : [
        'p',
        { class: 'editor-foreign' },
        t('editor.foreignPicture'),
        ['span', {}, foreignText(src ?? '', alt ?? '')],
      ];
  const needs = alt ? [] : [['span', { class: 'editor-badge' }, t('editor.noAlt')]];
  const under = caption ? [['figcaption', {}, caption]] : [];
  return ['figure', data, shown, ...needs, ...under] as unknown as DOMOutputSpec;
}

function foreignText(src: string, alt: string): string {
  const address = isWebAddress(src) ? src : '';
  return [alt, address].filter(Boolean).join(' · ');
}

const serviceNames: Record<EmbedService, string> = {
  youtube: 'YouTube',
  rutube: 'RuTube',
  vk: t('editor.vk'),
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
        return embedService(address) ? { address } : false;
      },
    },
  ],
  renderHTML: ({ node }) => {
    const address = String(node.attrs.address);
    const service = embedService(address);
    return [
      'div',
      { 'data-embed': address, class: 'editor-embed' },
      ['strong', {}, service ? t('editor.embed', { service: serviceNames[service] }) : ''],
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
      'data-label': t('editor.sourceBlock'),
      class: 'editor-source-block',
      spellcheck: 'false',
    },
    ['code', 0],
  ],
});
