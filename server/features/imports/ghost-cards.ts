import type { Element, Nodes, Root, RootContent } from 'hast';
import rehypeParse from 'rehype-parse';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { findEmbedService } from '#contract/embeds.ts';
import { gfmOptions } from '#contract/html-elements.ts';
import { boundHtml } from './html-bounds.ts';
import { textOfHtml, withinStack } from './html-to-markdown.ts';

/** The data of a card, from the editor of Ghost or read from its HTML. */
export type Card = Record<string, unknown>;
/** Reports a card that has no form on the site. */
export type ReportCard = (name: string) => void;

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

function textOf(card: Card, ...names: string[]): string {
  for (const name of names) {
    const value = card[name];
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  return '';
}

const caption = (html: string): string => (html === '' ? '' : `<figcaption>${html}</figcaption>`);
const picture = (card: Card): string => {
  const source = textOf(card, 'src');
  const alt = escapeHtml(textOf(card, 'alt'));
  return source === ''
    ? ''
    : `<figure><img src="${escapeHtml(source)}" alt="${alt}">${caption(textOf(card, 'caption'))}</figure>`;
};
const linkTo = (url: string, text: string): string =>
  url === '' ? '' : `<p><a href="${escapeHtml(url)}">${escapeHtml(text || url)}</a></p>`;
const media = (element: string, card: Card): string => {
  const source = textOf(card, 'src');
  if (source === '') return '';
  return `<${element} src="${escapeHtml(source)}"></${element}>${paragraph(textOf(card, 'caption'))}`;
};
const paragraph = (html: string): string => (html === '' ? '' : `<p>${html}</p>`);
const objectIn = (card: Card, name: string): Card => {
  const value = card[name];
  return typeof value === 'object' && value !== null ? (value as Card) : {};
};

function embed(card: Card): string {
  const url = textOf(card, 'url');
  const html = textOf(card, 'html');
  const content = findEmbedService(url) === null && html.includes('<iframe') ? html : linkAlone(url);
  return content + paragraph(textOf(card, 'caption'));
}

/** An address on a line of its own is a player where the site knows the service. */
const linkAlone = (url: string): string => (url === '' ? '' : `<p>${escapeHtml(url)}</p>`);

function code(card: Card): string {
  const language = /^[\w+#.-]{1,40}$/.exec(textOf(card, 'language'))?.[0];
  const kind = language ? ` class="language-${language}"` : '';
  return `<pre><code${kind}>${escapeHtml(textOf(card, 'code'))}</code></pre>`;
}

const markdownToHtml = (markdown: string): string =>
  String(
    unified()
      .use(remarkParse)
      .use(remarkGfm, gfmOptions)
      .use(remarkRehype, { allowDangerousHtml: true })
      .use(rehypeStringify, { allowDangerousHtml: true })
      .processSync(markdown),
  );

/** Cards without a meaning outside of Ghost: the border of what only members read, and parts of mails. */
const silent = new Set(['paywall', 'email', 'email-cta']);

const renderers: Record<string, (card: Card) => string> = {
  image: picture,
  gallery: (card) => {
    const images = Array.isArray(card.images) ? (card.images as Card[]) : [];
    const pictures = images.filter((one) => typeof one === 'object' && one !== null).map(picture);
    return `<figure>${pictures.join('')}${caption(textOf(card, 'caption'))}</figure>`;
  },
  html: (card) => textOf(card, 'html'),
  markdown: (card) => markdownToHtml(textOf(card, 'markdown')),
  code,
  codeblock: code,
  hr: () => '<hr>',
  horizontalrule: () => '<hr>',
  embed,
  bookmark: (card) =>
    linkTo(textOf(card, 'url'), textOf(objectIn(card, 'metadata'), 'title') || textOf(card, 'title')) +
    paragraph(textOf(card, 'caption')),
  callout: (card) => `<blockquote><p>${textOf(card, 'calloutText')}</p></blockquote>`,
  toggle: (card) =>
    `<details><summary>${escapeHtml(textOfHtml(textOf(card, 'heading')))}</summary>${textOf(card, 'content')}</details>`,
  audio: (card) => media('audio', card),
  video: (card) => media('video', card),
  file: (card) => linkTo(textOf(card, 'src'), textOf(card, 'fileTitle', 'fileName')),
  button: (card) => linkTo(textOf(card, 'buttonUrl'), textOf(card, 'buttonText')),
  product: (card) =>
    picture({ src: card.productImageSrc }) +
    paragraph(`<strong>${textOf(card, 'productTitle')}</strong>`) +
    textOf(card, 'productDescription') +
    linkTo(textOf(card, 'productUrl'), textOf(card, 'productButton')),
  header: (card) =>
    `<h2>${textOf(card, 'header', 'heading')}</h2>${paragraph(textOf(card, 'subheader', 'subheading'))}` +
    linkTo(textOf(card, 'buttonUrl'), textOf(card, 'buttonText')),
  'call-to-action': (card) =>
    textOf(card, 'textValue') + linkTo(textOf(card, 'buttonUrl'), textOf(card, 'buttonText')),
};

/** The plain HTML of a card, which the conversion to Markdown understands. */
export function renderCard(name: string, card: Card, report: ReportCard): string {
  const kind = name.replace(/^card-/, '');
  const render = Object.hasOwn(renderers, kind) ? renderers[kind] : undefined;
  if (render) return render(card);
  if (!silent.has(kind)) report(name);
  return '';
}

export const isCard = (name: string): boolean => Object.hasOwn(renderers, name) || silent.has(name);

const parse = (html: string): Root =>
  withinStack(() => unified().use(rehypeParse, { fragment: true }).parse(boundHtml(html)));
const toHtml = (children: RootContent[]): string =>
  unified().use(rehypeStringify, { allowDangerousHtml: true }).stringify({ type: 'root', children });

/** Replaces the cards in the HTML of Ghost, with their buttons and drawings, by plain HTML. */
export function simplifyCards(html: string, report: ReportCard): string {
  const simplify = <Node extends RootContent>(nodes: Node[]): Node[] =>
    nodes.flatMap((node): Node[] => {
      if (node.type !== 'element') return [node];
      const kind = classesOf(node).flatMap((name) => /^kg-([a-z-]+)-card$/.exec(name)?.[1] ?? [])[0];
      const readCard = kind !== undefined && Object.hasOwn(readers, kind) ? readers[kind] : undefined;
      if (kind !== undefined && (readCard || kind === 'signup'))
        return parse(renderCard(kind, readCard?.(node) ?? {}, report)).children as Node[];
      // Cards of plain elements, such as pictures, are HTML already.
      node.children = simplify(node.children);
      return [node];
    });
  return withinStack(() => toHtml(simplify(parse(html).children)));
}

const classesOf = (node: Element): string[] =>
  Array.isArray(node.properties.className) ? node.properties.className.map(String) : [];

function find(node: Element, matches: (one: Element) => boolean): Element | undefined {
  let found: Element | undefined;
  visit(node, 'element', (one) => {
    if (!found && matches(one)) found = one;
  });
  return found;
}

const inner = (node: Element | undefined): string => (node ? toHtml(node.children) : '');
const byClass = (node: Element, name: string) => find(node, (one) => classesOf(one).includes(name));
const byTag = (node: Element, name: string) => find(node, (one) => one.tagName === name);
const words = (node: Element | undefined): string => (node ? textOfNodes(node).trim() : '');
const textOfNodes = (node: Nodes): string =>
  node.type === 'text' ? node.value : 'children' in node ? node.children.map(textOfNodes).join('') : '';
const attribute = (node: Element | undefined, name: string): string => String(node?.properties[name] ?? '');
const captionOf = (node: Element): string => inner(byTag(node, 'figcaption'));

const readers: Record<string, (node: Element) => Card> = {
  gallery: (node) => {
    const images: Card[] = [];
    visit(node, 'element', (one) => {
      if (one.tagName === 'img') images.push({ src: attribute(one, 'src'), alt: attribute(one, 'alt') });
    });
    return { images, caption: captionOf(node) };
  },
  bookmark: (node) => ({
    url: attribute(byTag(node, 'a'), 'href'),
    title: words(byClass(node, 'kg-bookmark-title')),
    caption: captionOf(node),
  }),
  callout: (node) => ({ calloutText: inner(byClass(node, 'kg-callout-text')) }),
  toggle: (node) => ({
    heading: inner(byClass(node, 'kg-toggle-heading-text')),
    content: inner(byClass(node, 'kg-toggle-content')),
  }),
  audio: (node) => ({ src: attribute(byTag(node, 'audio'), 'src') }),
  video: (node) => ({ src: attribute(byTag(node, 'video'), 'src'), caption: captionOf(node) }),
  file: (node) => ({
    src: attribute(byTag(node, 'a'), 'href'),
    fileTitle: words(byClass(node, 'kg-file-card-title')),
    fileName: words(byClass(node, 'kg-file-card-filename')),
  }),
  button: (node) => ({ buttonUrl: attribute(byTag(node, 'a'), 'href'), buttonText: words(byTag(node, 'a')) }),
  product: (node) => ({
    productImageSrc: attribute(byTag(node, 'img'), 'src'),
    productTitle: inner(byClass(node, 'kg-product-card-title')),
    productDescription: inner(byClass(node, 'kg-product-card-description')),
    productUrl: attribute(byClass(node, 'kg-product-card-button'), 'href'),
    productButton: words(byClass(node, 'kg-product-card-button')),
  }),
};
