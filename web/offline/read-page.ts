import { Parser } from 'htmlparser2';
import { articleMeta, filePrefix } from './offline-settings.ts';

/** What is saved of a page: no scripts, no controls, and one size of each picture. */
export type ReadPage = {
  /** Escaped, as in the HTML. */
  siteName: string;
  styles: string[];
  fonts: string[];
  /** Null unless the page shows a public article. */
  article: { path: string; title: string; html: string; pictures: string[] } | null;
};

type Attributes = Record<string, string>;

const voidElements = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);
/** They need scripts, or choose between sizes of a picture. */
const droppedElements = new Set('script style template button form iframe object embed link meta'.split(' '));
const droppedAttributes = /^(?:on.*|srcset|sizes|fetchpriority|data-discover)$/;
const pictureWidth = 960;
const avatarWidth = 128;

/** Reads a page of the site as a guest gets it. The origin is that of the site. */
export function readPage(html: string, origin: string): ReadPage {
  const head = { siteName: '', styles: new Set<string>(), fonts: new Set<string>(), articlePath: '' };
  const article = createArticleReader(origin);
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === 'meta' || name === 'link') readHead(name, attributes, head);
        article.open(name, attributes);
      },
      ontext: article.text,
      onclosetag: article.close,
    },
    // Text and attributes stay escaped, so they are written as they were read.
    { decodeEntities: false },
  );
  parser.end(html);
  const { siteName, styles, fonts, articlePath } = head;
  const { title, html: articleHtml, pictures } = article.result();
  return {
    siteName,
    styles: [...styles],
    fonts: [...fonts],
    article: articlePath && articleHtml ? { path: articlePath, title, html: articleHtml, pictures } : null,
  };
}

type Head = { siteName: string; styles: Set<string>; fonts: Set<string>; articlePath: string };

function readHead(element: string, { name, content = '', rel, as, href = '' }: Attributes, head: Head): void {
  if (name === 'application-name') head.siteName = content;
  if (name === articleMeta) head.articlePath = content;
  if (element !== 'link' || !href.startsWith('/')) return;
  if (rel === 'stylesheet') head.styles.add(href);
  if (rel === 'preload' && as === 'font') head.fonts.add(href);
}

/** Writes the first `<article>` of a page again, without what needs scripts or the network. */
function createArticleReader(origin: string) {
  const pictures = new Set<string>();
  let html = '';
  let title = '';
  let articleDepth = 0;
  let droppedDepth = 0;
  let isInTitle = false;
  let isDone = false;
  /** The WebP source of the picture that is being read. */
  let source: Attributes = {};

  function savePicture(address: string): string | null {
    const path = address.startsWith(`${origin}/`) ? address.slice(origin.length) : address;
    if (!path.startsWith('/media/')) return null;
    pictures.add(path);
    return filePrefix + path;
  }

  function write(name: string, attributes: Attributes): void {
    html += `<${name}`;
    for (const [key, value] of Object.entries(attributes))
      if (!droppedAttributes.test(key)) html += ` ${key}="${value.replaceAll('"', '&quot;')}"`;
    html += '>';
  }

  function writePicture(attributes: Attributes): void {
    const { srcset = '', sizes = '' } = { ...attributes, ...source };
    const width = /^[\d.]+rem$/.test(sizes) ? avatarWidth : pictureWidth;
    source = {};
    const saved = savePicture(pickSize(srcset, width) ?? attributes.src ?? '');
    if (saved !== null) write('img', { ...attributes, src: saved });
  }

  return {
    open(name: string, attributes: Attributes): void {
      if (isDone) return;
      if (articleDepth === 0 && name !== 'article') return;
      if (!voidElements.has(name)) articleDepth += 1;
      if (droppedDepth > 0 || isDropped(name, attributes)) {
        if (!voidElements.has(name)) droppedDepth += 1;
        return;
      }
      if (name === 'h1' && title === '') isInTitle = true;
      if (name === 'picture') source = {};
      if (name === 'source') {
        if (attributes.type === 'image/webp') source = attributes;
      } else if (name === 'img') writePicture(attributes);
      else if (name === 'a' && isDeadLink(attributes.href)) write(name, without(attributes, 'href'));
      else write(name, attributes);
    },
    text(value: string): void {
      if (isDone || articleDepth === 0 || droppedDepth > 0) return;
      if (isInTitle) title += value;
      html += value;
    },
    close(name: string): void {
      if (isDone || articleDepth === 0 || voidElements.has(name)) return;
      articleDepth -= 1;
      if (droppedDepth > 0) droppedDepth -= 1;
      else html += `</${name}>`;
      if (name === 'h1') isInTitle = false;
      if (articleDepth === 0) isDone = true;
    },
    result: () => ({ title: title.trim(), html: isDone ? html : '', pictures: [...pictures] }),
  };
}

const isDropped = (name: string, { class: classes = '' }: Attributes): boolean =>
  droppedElements.has(name) || /(?:^|\s)needs-script(?:\s|$)/.test(classes);

/** Pictures in full size and comments are not saved. */
const isDeadLink = (href = ''): boolean => href.includes('/media/') || href.endsWith('#comments');

const without = (attributes: Attributes, name: string): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([key]) => key !== name));

/** The smallest picture of a `srcset` that has this width, or the largest one. */
function pickSize(srcset: string, width: number): string | undefined {
  const candidates = srcset
    .split(',')
    .map((candidate) => candidate.trim().split(' '))
    .map(([address = '', size = '']) => ({ address, width: Number.parseInt(size, 10) }))
    .filter((candidate) => candidate.width > 0)
    .sort((left, right) => left.width - right.width);
  return (candidates.find((candidate) => candidate.width >= width) ?? candidates.at(-1))?.address;
}
