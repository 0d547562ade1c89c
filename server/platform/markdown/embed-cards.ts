import type { Element, ElementContent, Root, Text } from 'hast';
import { type EmbedService, parseEmbed } from '#contract/embeds.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as texts from '#locales/ru/markdown.ts';

const serviceNames: Record<EmbedService, string> = {
  youtube: 'YouTube',
  rutube: 'RuTube',
  vk: texts.vk,
  telegram: 'Telegram',
};

/**
 * Turns the URL of a known service that stands alone in a paragraph into a card: a title, the URL, and
 * a link that the page replaces by the button that shows the player. The card loads nothing from other sites. It does
 * not contain the player's URL, since the page trusts only the URL that it derives from the link itself.
 */
export function embedCards(tree: Root): void {
  for (const [index, node] of tree.children.entries()) {
    const link = node.type === 'element' ? standaloneLink(node) : null;
    const embed = link && parseEmbed(link.url);
    if (link && embed) tree.children[index] = createCard(link, embed.service);
  }
}

type StandaloneLink = { url: string; title: string };

/** The link of a paragraph that consists of a single link with its URL as text; its title names the video. */
function standaloneLink({ tagName, children: [link, ...others] }: Element): StandaloneLink | null {
  if (tagName !== 'p' || link?.type !== 'element' || link.tagName !== 'a' || others.length > 0) return null;
  const { href, title } = link.properties;
  const [shown, ...rest] = link.children;
  if (shown?.type !== 'text' || rest.length > 0) return null;
  return typeof href === 'string' && shown.value === href
    ? { url: href, title: String(title ?? '').trim() }
    : null;
}

/** The heading is the title by the author, or else a description: nobody is asked for the title of the video. */
function createCard({ url, title }: StandaloneLink, service: EmbedService): Element {
  const isVideo = service !== 'telegram';
  const name = serviceNames[service];
  const description = interpolate(isVideo ? texts.videoOf : texts.recordOf, { service: name });
  const link = element('a', [text(isVideo ? texts.showVideo : texts.showPost)], {
    href: url,
    rel: ['nofollow', 'ugc', 'noopener'],
  });
  const caption = [
    element('strong', [text(title || description)]),
    element('span', [text(title ? `${name} · ${url}` : url)]),
  ];
  return element('figure', [element('figcaption', caption), link], { dataEmbed: service });
}

const text = (value: string): Text => ({ type: 'text', value });
const element = (
  tagName: string,
  children: ElementContent[],
  properties: Element['properties'] = {},
): Element => ({ type: 'element', tagName, properties, children });
