import { createFinder } from './find-in-order.ts';
import { maxHtmlLength } from './html-bounds.ts';
import { type ConvertedHtml, type HtmlContext, htmlToMarkdown } from './html-to-markdown.ts';
import { type Problem, refuse } from './problem.ts';
import { splitWordPressCode, type WordPressPart } from './wordpress-code.ts';

export type WordPressContext = HtmlContext & {
  /** The address of an attached picture. */
  findAttachment: (id: number) => string | undefined;
  /** The addresses of the pictures that were uploaded for this article: a gallery without numbers shows them. */
  ownPictures: () => readonly string[];
  /** The footnotes, which the editor of blocks keeps beside the text. */
  footnotes?: readonly Footnote[];
};
export type Footnote = { id: string; html: string };

const blockStart =
  /<(?:table|ul|ol|dl|div|h[1-6]|blockquote|p|figure|hr|section|details|pre|address|form)[\s/>]/gi;
const blockEnd =
  /<\/(?:table|ul|ol|dl|div|h[1-6]|blockquote|p|figure|hr|section|details|pre|address|form)>/gi;
const startsWithBlock =
  /^<\/?(?:table|ul|ol|dl|div|h[1-6]|blockquote|p|figure|hr|section|details|pre|address|form|li|tr|td|th|thead|tbody|figcaption)[\s/>]/i;
/** A block that WordPress computes ends at once: it has no content of its own. */
const anyBlock = /<!-- wp:([^<>]*)>/g;
/** The block of a plugin that names the language of the code below it. */
const codeBlock = /<!-- wp:[\w/-]+ (\{[^{}<>]*\}) -->\s*<pre(?=[\s>])/g;
const blockLanguage = /"language":"([\w+#.-]+)"/;
const silentBlocks = new Set(['footnotes', 'more', 'nextpage', 'separator', 'spacer', 'post-content']);

/** Converts the content of a post, of the classic editor or of blocks. */
export function convertWordPressText(content: string, context: WordPressContext): ConvertedHtml {
  // Once for an article: a page of a block theme may have a hundred of the same block.
  const remarks = new Map<string, Problem>();
  const remark = (key: Problem['key'], what: string) =>
    remarks.set(`${key} ${what}`, { key, line: context.line, values: { what: what.slice(0, 80) } });
  for (const [, block = ''] of content.matchAll(anyBlock)) {
    const [name = ''] = block.split(' ');
    if (block.endsWith('/--') && !silentBlocks.has(name)) remark('imports.blockDropped', name);
  }
  const marked = content.replace(codeBlock, (_, settings: string) => {
    const language = blockLanguage.exec(settings)?.[1];
    return language === undefined ? '<pre' : `<pre lang="${language}"`;
  });
  const expanded = expandShortcodes(splitWordPressCode(marked), context, remark);
  const html = content.includes('<!-- wp:') ? expanded : addParagraphs(expanded);
  const { footnotes = [] } = context;
  const notes = new Map(footnotes.map(({ id }, index) => [id, index + 1]));
  const converted = htmlToMarkdown(html, { ...context, notes });
  const written = footnotes.map((note, index) => toDefinition(note, index + 1, context));
  return {
    content: [converted.content, ...written].join('\n\n'),
    remarks: [...remarks.values(), ...converted.remarks],
  };
}

const toDefinition = ({ html }: Footnote, note: number, context: HtmlContext): string =>
  `[^${note}]: ${htmlToMarkdown(html, context).content.replace(/\n(?=[^\n])/g, '\n    ')}`;

/** The classic editor stores paragraphs as blank lines and breaks as line ends. */
export function addParagraphs(html: string): string {
  const text = html.replaceAll('\r\n', '\n');
  const findStart = createFinder(text, /<pre[\s>]/gi);
  const findEnd = createFinder(text, /<\/pre>/gi);
  const parts: string[] = [];
  let done = 0;
  for (let start = findStart(0); start; start = findStart(done)) {
    const end = findEnd(start.end);
    if (!end) break;
    parts.push(wrapParagraphs(text.slice(done, start.start)), text.slice(start.start, end.end));
    done = end.end;
  }
  return [...parts, wrapParagraphs(text.slice(done))].join('\n\n');
}

const wrapParagraphs = (text: string): string =>
  text
    .replace(blockStart, '\n\n$&')
    .replace(blockEnd, '$&\n\n')
    .split(/\n[ \t]*\n/)
    .map((block) => block.trim())
    .filter((block) => block !== '')
    .map((block) =>
      startsWithBlock.test(block) ? keepLines(block) : `<p>${block.replaceAll('\n', '<br>\n')}</p>`,
    )
    .join('\n\n');

/** Line ends between words are breaks in every element. */
const keepLines = (block: string): string =>
  block.replace(/<[^<>]*>|(?<=[^\s>])[ \t]*\n(?=[ \t]*[^\s<])/g, (found) =>
    found.startsWith('<') ? found : '<br>\n',
  );

const attribute = /(?<![\w-])([\w-]{1,40})\s{0,5}=\s{0,5}(?:"([^"]*)"|'([^']*)'|([^\s"'\]]+))/g;

function attributesOf(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', ...values] of text.matchAll(attribute))
    found.set(name.toLowerCase(), values.find((value) => value !== undefined) ?? '');
  return found;
}

const shortcode = /\[(\/?)([a-z][a-z0-9_-]{1,40})((?:\s[^[\]<>]{0,1000})?)\]/gi;
const endTag = /\[\/([a-z][a-z0-9_-]{1,40})\]/gi;
const escapeAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** The shortcodes of WordPress itself become HTML; those of plugins lose their brackets and are reported. */
function expandShortcodes(
  parts: readonly WordPressPart[],
  { findAttachment, ownPictures }: WordPressContext,
  remark: (key: Problem['key'], what: string) => void,
): string {
  // They are shown once, or many short calls would become a text of any length.
  let own = ownPictures();
  let left = maxHtmlLength;
  const gallery = (options: Map<string, string>): string => {
    const ids = options.get('ids') ?? options.get('include');
    const urls = ids?.split(',').flatMap((id) => findAttachment(Number(id)) ?? []) ?? own;
    if (ids === undefined) own = [];
    // Numbers are short, and addresses need not be.
    left -= urls.reduce((sum, url) => sum + url.length, 0);
    if (left < 0) refuse('imports.tooComplex');
    const pictures = urls.map((url) => `<figure><img src="${escapeAttribute(url)}"></figure>`);
    if (pictures.length === 0) remark('imports.shortcodeDropped', '[gallery]');
    return `\n\n<figure>${pictures.join('')}</figure>\n\n`;
  };
  const texts = parts.filter(({ isCode }) => !isCode).map(({ html }) => html);
  const closed = new Set(
    texts.flatMap((text) => Array.from(text.matchAll(endTag), ([, name = '']) => name.toLowerCase())),
  );
  let caption = '';
  const expand = (found: string, slash: string, name: string, rest: string): string => {
    const isEnd = slash !== '';
    const options = attributesOf(rest);
    const word = name.toLowerCase();
    if (word === 'caption' || word === 'wp_caption') {
      const before = caption;
      caption = isEnd ? '' : (options.get('caption') ?? '');
      if (isEnd) return `${before}</figure>\n\n`;
      return '\n\n<figure data-caption>';
    }
    if (word === 'gallery' && !isEnd) return gallery(options);
    if (word === 'embed') return '\n\n';
    if (['video', 'audio', 'playlist'].includes(word)) {
      const source = ['src', 'mp4', 'm4v', 'webm', 'mp3', 'ogg'].flatMap((one) => options.get(one) ?? [])[0];
      return source ? `\n\n<${word} src="${escapeAttribute(source)}"></${word}>\n\n` : '';
    }
    if (word === 'youtube' && !isEnd) return `\n\n${rest.replace(/^[\s=]+/, '').trim()}\n\n`;
    // A word in brackets is text unless it looks like a call.
    if (!isEnd && options.size === 0 && !closed.has(word)) return found;
    remark('imports.shortcodeDropped', found);
    return '';
  };
  return parts.map(({ html, isCode }) => (isCode ? html : html.replace(shortcode, expand))).join('');
}
