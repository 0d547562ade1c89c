import type { Element, ElementContent, Root } from 'hast';
import { SKIP, visit } from 'unist-util-visit';
import * as texts from '#locales/ru/markdown.ts';
import { isStoredPath, mediaPrefix, originalPathOf } from '../media-url.ts';

/** A picture of a text as a page shows it; the URLs are relative to the site. */
export type TextPicture = {
  width: number;
  height: number;
  tint: string | null;
  sources: Array<{ type: string; srcset: string }>;
};
/** The site's own pictures, by path. `origin` is the site's origin, which absolute URLs in texts may use. */
export type KnownPictures = { origin: string; byPath: Readonly<Record<string, TextPicture>> };

export const noKnownPictures: KnownPictures = { origin: '', byPath: {} };
export const userLinkRel = ['nofollow', 'ugc', 'noopener'];

/** The width of an article's column and of half of it; `sizes` refers to the viewport. */
const columnPixels = 624;
const columnSizes = '(min-width: 43rem) 39rem, calc(100vw - 2rem)';
const gallerySizes = '(min-width: 43rem) 19rem, calc(50vw - 1.5rem)';

/** A narrower picture is shown in its full size anyway, also on phones. */
const minFullSizeWidth = 320;

/**
 * Adds sizes and smaller files to the site's own pictures. A paragraph of only pictures becomes a figure, with the
 * title as caption, or a gallery. Pictures of other sites become links, so that other sites cannot track readers.
 */
export function renderPictures(tree: Root, pictures: KnownPictures): void {
  unlinkForeign(tree, pictures);
  visit(tree, 'element', (node, index, parent) => {
    if (!parent || index === undefined) return;
    const siblings = parent.children as ElementContent[];
    const isInFigure = parent.type === 'element' && parent.tagName === 'figure';
    const shown = renderNode(node, pictures, isInFigure);
    if (!shown) return;
    siblings.splice(index, 1, ...shown);
    return [SKIP, index + shown.length];
  });
}

/** In a link, a picture of another site is its alternative text: a link contains no other link. */
function unlinkForeign(tree: Root, pictures: KnownPictures): void {
  visit(tree, 'element', (link) => {
    if (link.tagName !== 'a') return;
    visit(link, 'element', (image, index, parent) => {
      if (image.tagName !== 'img' || !parent || index === undefined || getOwnPath(image, pictures)) return;
      const value = String(image.properties.alt || image.properties.src || '');
      (parent.children as ElementContent[])[index] = { type: 'text', value };
    });
    return SKIP;
  });
}

/** What a picture, or a block of only pictures, becomes. A figure of the author has its own caption. */
function renderNode(node: Element, pictures: KnownPictures, isInFigure: boolean): ElementContent[] | null {
  const show = (image: Element): ElementContent =>
    isInFigure ? renderFullSize(image, pictures) : renderImage(image, pictures);
  if (node.tagName === 'img') return [show(node)];
  if (node.tagName !== 'p' && node.tagName !== 'div') return null;
  const images = imagesOnly(node, pictures);
  if (!images) return null;
  return isInFigure ? images.map(show) : [renderImageBlock(images, pictures)];
}

/** The pictures of a paragraph that contains nothing else, if all of them belong to this site. */
function imagesOnly(paragraph: Element, pictures: KnownPictures): Element[] | undefined {
  const images: Element[] = [];
  for (const child of paragraph.children) {
    if (child.type === 'text' && child.value.trim() === '') continue;
    if (child.type === 'element' && child.tagName === 'br') continue;
    if (child.type !== 'element' || child.tagName !== 'img' || !getOwnPath(child, pictures)) return undefined;
    images.push(child);
  }
  return images.length > 0 ? images : undefined;
}

function renderImageBlock(images: Element[], pictures: KnownPictures): Element {
  const [first] = images;
  if (first && images.length === 1) return renderFigure(first, pictures);
  // Two pictures in a row; a single last picture has the full width.
  const isLastAlone = (index: number) => index === images.length - 1 && index % 2 === 0;
  const figures = images.map((image, index) =>
    renderFigure(image, pictures, isLastAlone(index) ? columnSizes : gallerySizes),
  );
  return element('div', { className: ['gallery'] }, figures);
}

function renderFigure(image: Element, pictures: KnownPictures, sizes?: string): Element {
  const caption = String(image.properties.title ?? '').trim();
  const known = findKnown(image, pictures);
  const parts = [renderFullSize(image, pictures, sizes)];
  if (caption !== '') parts.push(element('figcaption', {}, [{ type: 'text', value: caption }]));
  // A gallery gives the pictures of a row the same height.
  const ratio = sizes && known ? (known.width / known.height).toFixed(3) : null;
  return element('figure', ratio ? { style: `--ratio:${ratio}` } : {}, parts);
}

/** A picture without its title, with a link to its full size if it has more to show. */
function renderFullSize(image: Element, pictures: KnownPictures, sizes?: string): ElementContent {
  const { title: _caption, ...properties } = image.properties;
  const known = findKnown(image, pictures);
  const shown = renderImage({ ...image, properties }, pictures, sizes);
  return known && known.width >= minFullSizeWidth ? linkToFullSize(image, shown, pictures) : shown;
}

/** The page opens the picture in its full size; without scripts the link leads to its file. */
function linkToFullSize(image: Element, shown: ElementContent, pictures: KnownPictures): Element {
  const alt = String(image.properties.alt ?? '').trim();
  const label = alt === '' ? texts.openPicture : `${texts.openPicture}: ${alt}`;
  const href = mediaPrefix + getOwnPath(image, pictures);
  return element('a', { className: ['full-size'], href, ariaLabel: label }, [shown]);
}

const findKnown = (image: Element, pictures: KnownPictures): TextPicture | undefined => {
  const path = getOwnPath(image, pictures);
  return path ? pictures.byPath[originalPathOf(path)] : undefined;
};

function renderImage(image: Element, pictures: KnownPictures, wantedSizes?: string): ElementContent {
  const source = String(image.properties.src ?? '');
  const path = getOwnPath(image, pictures);
  if (!path) return renderLink(image, source);
  const known = pictures.byPath[originalPathOf(path)];
  if (!known) return renderMissing(image);
  const img = element('img', {
    ...image.properties,
    src: mediaPrefix + path,
    width: known.width,
    height: known.height,
    ...(known.tint && { style: `background-color:${known.tint}` }),
    loading: 'lazy',
    decoding: 'async',
  });
  if (known.sources.length === 0) return img;
  const sizes = wantedSizes ?? sizesOf(known);
  const sources = known.sources.map(({ type, srcset }) => element('source', { type, srcSet: srcset, sizes }));
  return element('picture', {}, [...sources, img]);
}

/** A picture narrower than the column keeps its own width. */
const sizesOf = ({ width }: TextPicture): string =>
  width >= columnPixels ? columnSizes : `(min-width: ${width + 32}px) ${width}px, calc(100vw - 2rem)`;

/** The path of a picture stored by this site; undefined for other sites. */
function getOwnPath(image: Element, { origin }: KnownPictures): string | undefined {
  const source = String(image.properties.src ?? '');
  const local = origin !== '' && source.startsWith(`${origin}/`) ? source.slice(origin.length) : source;
  const path = local.startsWith(mediaPrefix) ? local.slice(mediaPrefix.length) : '';
  return isStoredPath(path) ? path : undefined;
}

/** The text for a deleted picture of this site. */
function renderMissing({ properties }: Element): Element {
  const alt = String(properties.alt ?? '').trim();
  const value = alt === '' ? texts.pictureGone : `${texts.pictureGone}: ${alt}`;
  return element('span', { className: ['missing-picture'] }, [{ type: 'text', value }]);
}

function renderLink(image: Element, source: string): ElementContent {
  const value = String(image.properties.alt ?? '') || source;
  if (!/^https?:\/\//.test(source)) return { type: 'text', value };
  return element('a', { href: source, rel: userLinkRel }, [{ type: 'text', value }]);
}

const element = (
  tagName: string,
  properties: Element['properties'],
  children: ElementContent[] = [],
): Element => ({ type: 'element', tagName, properties, children });
