import { Parser } from 'htmlparser2';
import { splitBlocks } from '#locales/comment-text.ts';
import { html } from '#server/platform/html.ts';

/** The elements that feed readers show, with the attributes that remain. Of all others only the content remains. */
const articleElements: Readonly<Record<string, readonly string[]>> = {
  ...plain('p br hr h1 h2 h3 h4 h5 h6 blockquote pre code em strong del sup sub ul li'),
  ...plain(
    'table caption thead tbody tfoot tr figure figcaption kbd mark ins s u div details summary dl dt dd',
  ),
  abbr: ['title'],
  ol: ['start', 'reversed'],
  th: ['align', 'colspan', 'rowspan'],
  td: ['align', 'colspan', 'rowspan'],
  a: ['href'],
  img: ['src', 'alt', 'width', 'height'],
};

/** The elements that Дзен accepts, under the names that it knows. */
const dzenElements: Readonly<Record<string, readonly string[]>> = {
  ...plain('p b i s h1 h2 h3 h4 blockquote ul ol li figure figcaption'),
  a: ['href'],
  img: ['src', 'width', 'height'],
};
const dzenNames: Readonly<Record<string, string>> = {
  strong: 'b',
  em: 'i',
  del: 's',
  h5: 'h4',
  h6: 'h4',
  pre: 'p',
  tr: 'p',
  caption: 'p',
  summary: 'p',
  dt: 'p',
};

export type FeedDialect = 'article' | 'dzen';

/** Elements whose content is not text. The renderer writes none of them. */
const notText = new Set(['script', 'style']);
const emptyElements = new Set(['br', 'hr', 'img']);

function plain(names: string): Record<string, readonly string[]> {
  return Object.fromEntries(names.split(' ').map((name) => [name, []]));
}

/**
 * The stored HTML of an article for feed readers: absolute addresses, no scripts, no classes, a video as a link. Works along
 * the text once, whatever it contains.
 */
export function toFeedHtml(stored: string, pageUrl: string, dialect: FeedDialect = 'article'): string {
  const elements = dialect === 'dzen' ? dzenElements : articleElements;
  const nameOf = (name: string) => (dialect === 'dzen' ? (dzenNames[name] ?? name) : name);
  const parts: string[] = [];
  let embed: Embed | null = null;
  let isInCode = false;
  let isInLink = false;
  const parser = new Parser({
    onopentag(tag, attributes) {
      if (notText.has(tag)) isInCode = true;
      if (embed) return readEmbed(embed, tag, attributes);
      if (tag === 'figure' && attributes['data-embed'] !== undefined) {
        embed = { title: '', href: '', isInTitle: false };
        return;
      }
      // Of a place to jump to only the content remains: links to it lead to the page.
      if (tag === 'a' && attributes.href === undefined) return;
      if (tag === 'a') isInLink = true;
      if (tag === 'input') parts.push('checked' in attributes ? '☑ ' : '☐ ');
      const name = nameOf(tag);
      if (name in elements) parts.push(`<${name}${attributesOf(attributes, elements[name] ?? [], pageUrl)}>`);
    },
    ontext(text) {
      if (isInCode) return;
      if (!embed) parts.push(html`${text}`.markup);
      else if (embed.isInTitle) embed.title += text;
    },
    onclosetag(tag) {
      if (notText.has(tag)) isInCode = false;
      if (embed) {
        if (tag === 'strong') embed.isInTitle = false;
        if (tag !== 'figure') return;
        parts.push(html`<p><a href="${embed.href}">${embed.title || embed.href}</a></p>`.markup);
        embed = null;
        return;
      }
      if (tag === 'a' && !isInLink) return;
      if (tag === 'a') isInLink = false;
      const name = nameOf(tag);
      if (name in elements && !emptyElements.has(name)) parts.push(`</${name}>`);
    },
  });
  parser.end(stored);
  return parts.join('');
}

/** A card of a video: its title and its address. */
type Embed = { title: string; href: string; isInTitle: boolean };

function readEmbed(embed: Embed, tag: string, attributes: Record<string, string>): void {
  if (tag === 'strong') embed.isInTitle = true;
  if (tag === 'a') embed.href = attributes.href ?? '';
}

const urlAttributes = new Set(['href', 'src']);

const attributesOf = (given: Record<string, string>, names: readonly string[], pageUrl: string): string =>
  names
    .map((name) => {
      const value = given[name];
      if (value === undefined) return '';
      return html` ${{ markup: name }}="${urlAttributes.has(name) ? absoluteUrl(value, pageUrl) : value}"`
        .markup;
    })
    .join('');

const absoluteUrl = (url: string, pageUrl: string): string =>
  URL.canParse(url, pageUrl) ? new URL(url, pageUrl).href : pageUrl;

/** A comment as HTML: its code stays code. */
export const commentToHtml = (comment: string): string =>
  splitBlocks(comment)
    .map(({ isCode, text }) => (isCode ? html`<pre><code>${text}</code></pre>`.markup : textToHtml(text)))
    .join('');

/** A plain text as HTML: paragraphs at empty lines. */
const textToHtml = (text: string): string =>
  text
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${html`${paragraph}`.markup.replaceAll('\n', '<br>')}</p>`)
    .join('');
