import type { Element, ElementContent, Root, Text } from 'hast';
import { type EmbedService, parseEmbed } from '#contract/embeds.ts';
import * as texts from '#locales/ru/markdown.ts';

const serviceNames: Record<EmbedService, string> = {
  youtube: 'YouTube',
  rutube: 'RuTube',
  vk: texts.vk,
  telegram: 'Telegram',
};

/**
 * Turns the URL of a known service that stands alone in a paragraph into a card: the name of the service, the URL, and
 * a link that the page replaces by the button that shows the player. The card loads nothing from other sites. It does
 * not contain the player's URL, since the page trusts only the URL that it derives from the link itself.
 */
export function embedCards(tree: Root): void {
  for (const [index, node] of tree.children.entries()) {
    const url = node.type === 'element' ? standaloneUrl(node) : null;
    const embed = url === null ? null : parseEmbed(url);
    if (url !== null && embed) tree.children[index] = createCard(url, embed.service);
  }
}

/** The URL of a paragraph that consists of a single link with its URL as text. */
function standaloneUrl({ tagName, children: [link, ...others] }: Element): string | null {
  if (tagName !== 'p' || link?.type !== 'element' || link.tagName !== 'a' || others.length > 0) return null;
  const { href, title } = link.properties;
  const [shown, ...rest] = link.children;
  if (shown?.type !== 'text' || rest.length > 0 || title) return null;
  return typeof href === 'string' && shown.value === href ? href : null;
}

function createCard(url: string, service: EmbedService): Element {
  const show = service === 'telegram' ? texts.showPost : texts.showVideo;
  const link = element('a', [text(show)], { href: url, rel: ['nofollow', 'ugc', 'noopener'] });
  const caption = [element('strong', [text(serviceNames[service])]), element('span', [text(url)])];
  return element('figure', [element('figcaption', caption), link], { dataEmbed: service });
}

const text = (value: string): Text => ({ type: 'text', value });
const element = (
  tagName: string,
  children: ElementContent[],
  properties: Element['properties'] = {},
): Element => ({ type: 'element', tagName, properties, children });
