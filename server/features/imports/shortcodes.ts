import { findEmbedService } from '#contract/embeds.ts';
import { postSlugRules, slugify } from '#contract/slug.ts';
import type { Captures } from './captures.ts';
import type { Problem } from './problem.ts';

export type Remark = (key: Problem['key'], what: string) => void;
type Call = {
  found: string;
  name: string;
  options: string;
  remark: Remark;
  captures: Captures;
};

const maxNoteLength = 80;
const maxOptions = 4_000;
export const alone = (text: string): string => `\n\n${text}\n\n`;

/** A quotation that stays open ends with the text. What has no name, such as an address with a query, is passed over. */
const option =
  /([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\[\s\S])*)(?:"|\\?$)|'((?:[^'\\]|\\[\s\S])*)(?:'|\\?$)|\[([^[\]]*)\]|([^\s"',()<>[\]]+))|[\w\-?&/.:]+/g;
const value = /"((?:[^"\\]|\\[\s\S])*)(?:"|\\?$)|'((?:[^'\\]|\\[\s\S])*)(?:'|\\?$)|([^\s"',()<>[\]]+)/g;
const pictureFile = /\.(?:jpe?g|png|gif|webp|avif|svg)(?:[?#]|$)/i;
const address = /^https?:\/\/[^\s<>"]+$/;

/** The options of a shortcode by name, and the values without one. */
function readOptions(text: string): { named: Map<string, string>; values: string[] } {
  const named = new Map<string, string>();
  const rest = text.replace(option, (found, name: string | undefined, ...groups: unknown[]) => {
    if (name === undefined) return found;
    const given = groups.slice(0, 4).find((one) => typeof one === 'string');
    named.set(name.toLowerCase(), String(given ?? '').replace(/\\(["'])/g, '$1'));
    return ' ';
  });
  const values = [...rest.matchAll(value)].map(
    (match) => match.slice(1).find((one) => one !== undefined) ?? '',
  );
  return { named, values };
}

const first = (named: ReadonlyMap<string, string>, names: string): string | undefined =>
  names
    .split(' ')
    .map((name) => named.get(name))
    .find((one) => one !== undefined && one !== '');

const picture = (source: string, alt = '', caption = ''): string => {
  const title = caption.replaceAll('"', '”').replace(/\s+/g, ' ').trim();
  return `![${alt.replace(/[[\]]/g, '').replace(/\s+/g, ' ').trim()}](<${source}>${title ? ` "${title}"` : ''})`;
};

/** Where other services keep what a shortcode names by its id. */
const services: Readonly<Record<string, (id: string, second: string) => string>> = {
  youtube: (id) => `https://youtu.be/${id}`,
  rutube: (id) => `https://rutube.ru/video/${id}/`,
  vimeo: (id) => `https://vimeo.com/${id}`,
  gist: (id, second) => `https://gist.github.com/${[id, second].filter(Boolean).join('/')}`,
  tweet: (id, second) => (second ? `https://x.com/${id}/status/${second}` : `https://x.com/i/status/${id}`),
  instagram: (id) => `https://www.instagram.com/p/${id}/`,
  codepen: (id, second) => `https://codepen.io/${[id, 'pen', second].filter(Boolean).join('/')}`,
};
const aliases: Readonly<Record<string, string>> = {
  twitter: 'tweet',
  x: 'tweet',
  yt: 'youtube',
  twitter_simple: 'tweet',
};

function serviceAddress(name: string, { named, values }: ReturnType<typeof readOptions>): string | undefined {
  const base = name.replace(/^include\s+/, '').replace(/\.html?$/, '');
  const service =
    services[aliases[base] ?? base] ?? (/youtube|video/.test(base) ? services.youtube : undefined);
  if (!service) return undefined;
  const given = first(named, 'id video video_id videoid src url') ?? values[0];
  const [id, second] = named.has('user') ? [named.get('user'), first(named, 'id slug')] : [given, values[1]];
  const video = /(?:v=|youtu\.be\/|embed\/)([\w-]{11})(?=[?&]|$)/.exec(id ?? '')?.[1];
  if (video && service === services.youtube) return service(video, '');
  if (id && address.test(id)) return id.replaceAll('&amp;', '&');
  return id && /^[\w./-]{2,60}$/.test(id)
    ? service(id, /^[\w-]{2,60}$/.test(second ?? '') ? (second ?? '') : '')
    : undefined;
}

/** The present address of an article that a shortcode names by its file. */
function linkTarget(reference: string): string {
  const [file = '', hash] = reference.split('#');
  const name =
    file
      .replace(/\/(?:_?index)?(?:\.\w{2})?(?:\.md|\.html)?$/, '')
      .split('/')
      .at(-1) ?? '';
  const slug = slugify(
    name.replace(/\.(?:md|markdown|html|org)$/, '').replace(/^\d{4}-\d{1,2}-\d{1,2}-/, ''),
    postSlugRules,
  );
  return `/posts/${slug}${hash ? `#${hash}` : ''}`;
}

const opening = new Set(['highlight', 'codeblock', 'code']);
const references = new Set(['ref', 'relref', 'post_url', 'link']);

/** The language of a call that shows code. The first word of Hexo's `codeblock` is a title. */
export function languageOf(name: string, options: string): string {
  const { named, values } = readOptions(options.slice(0, maxOptions));
  const marked = named.get('lang') ?? named.get('language') ?? /(?:^|\s)lang:([\w+#.-]+)/.exec(options)?.[1];
  const first = name === 'highlight' ? values[0] : undefined;
  return /^[\w+#.-]+/.exec(marked ?? first ?? '')?.[0] ?? '';
}

/** What a shortcode becomes that has an equivalent; otherwise its pictures, its link or its text, and nothing of the call. */
export function convertCall({ found, name, options, remark, captures }: Call): string {
  const word = name.toLowerCase();
  const given = readOptions(options.slice(0, maxOptions));
  const { named, values } = given;
  if (opening.has(word)) return `\n\`\`\`${languageOf(word, options)}\n`;
  if (/^(?:\/|end)(?:highlight|codeblock|code)$/.test(word)) return '\n```\n';
  if (/^(?:\/|end)/.test(word) && options.trim() === '') return '';
  if (references.has(word) && values[0])
    return pictureFile.test(values[0]) ? values[0] : linkTarget(values[0]);
  if (word === 'post_link' && values[0])
    return `[${values.slice(1).join(' ') || values[0]}](${linkTarget(values[0])})`;
  if (word === 'asset_path' && values[0]) return values[0];
  const called = word === 'include' ? `include ${values[0] ?? ''}` : word;
  const inner = word === 'include' ? { named, values: values.slice(1) } : given;
  const service = serviceAddress(called, inner);
  if (service) return alone(findEmbedService(service) ? service : `<${service}>`);
  const pictures = picturesOf(inner, captures, word);
  if (pictures) return alone(pictures);
  const captured = [...named.values(), ...values].find((one) => captures.has(one));
  const note = found.replace(/\s+/g, ' ').slice(0, maxNoteLength);
  if (captured !== undefined) return alone(captures.get(captured) ?? '');
  const url = first(named, 'href url link src to') ?? values.find((one) => address.test(one));
  const text = first(named, 'text label title caption content name summary');
  const isLink = url !== undefined && address.test(url);
  if (!isLink && !text) remark('imports.shortcodeDropped', note);
  else remark('imports.shortcodeSimplified', note);
  if (isLink) return text ? `[${text.replace(/[[\]]/g, '')}](<${url}>)` : `<${url}>`;
  return text ?? '';
}

/** The pictures that a shortcode names, in one paragraph, so that several become a gallery. */
function picturesOf(
  { named, values }: ReturnType<typeof readOptions>,
  captures: Captures,
  word: string,
): string | undefined {
  const caption = first(named, 'caption title figcaption description') ?? '';
  const alt = first(named, 'alt alttext') ?? '';
  const words = values.filter((one) => !pictureFile.test(one) && !/^\d+(?:%|px)?$/.test(one)).join(' ');
  const own = [...named.values(), ...values]
    .flatMap((one) => one.split(','))
    .map((one) => one.trim().replace(/^["']|["']$/g, ''))
    .filter((one) => pictureFile.test(one));
  const shown = new Set(own);
  if (shown.size === 0 && /^(?:figure|img|image|picture)$/.test(word)) {
    const source = first(named, 'src path url link');
    if (source) shown.add(source);
  }
  const lines = [...new Set([...named.values(), ...values])].flatMap(
    (one) => captures.get(one)?.split('\n') ?? [],
  );
  const listed = lines.flatMap((line) => {
    const [source = '', label = ''] = line.split('|').map((part) => part.trim());
    return pictureFile.test(source) && !/[\s<>()]/.test(source) ? [picture(source, label)] : [];
  });
  const isOne = shown.size === 1;
  const all = [...shown].map((source) => picture(source, alt || (isOne ? words : ''), isOne ? caption : ''));
  return all.length + listed.length > 0 ? [...all, ...listed].join('\n') : undefined;
}

const words =
  /^(?:assign|if|elsif|else|unless|case|when|for|break|continue|cycle|tablerow|increment|decrement|set|render|layout|extends|block)$/;

/** A tag of Liquid or Nunjucks. */
export function convertTag(call: Call): string {
  const { name, options, found, remark } = call;
  const word = name.toLowerCase();
  if (/^(?:raw|endraw|endcapture|endcomment|comment|capture|toc|more|end)$/.test(word)) return '';
  if (words.test(word) || /^end(?:if|for|unless|case|tablerow|block|set)$/.test(word)) {
    if (!word.startsWith('end')) remark('imports.shortcodeDropped', found.slice(0, maxNoteLength));
    return '';
  }
  if (word === 'asset_img') {
    const [file = '', ...alt] = readOptions(options).values;
    if (file !== '') return alone(picture(file, alt.join(' ')));
  }
  return convertCall(call);
}

const literal = /^\s*(?:"([^"]*)"|'([^']*)')\s*(?:\||$)/;

/** An expression between double braces, with the value that does not depend on the earlier site. */
export function convertExpression(
  found: string,
  expression: string,
  { remark, captures, isEvaluated }: { remark: Remark; captures: Captures; isEvaluated: boolean },
): string {
  const text = expression.trim();
  const [, double, single] = literal.exec(text) ?? [];
  const constant = double ?? single;
  if (constant !== undefined && (isEvaluated || text.includes('|'))) return constant;
  const [variable = ''] = text.split(/[\s|]/);
  const captured = captures.get(variable);
  if (captured !== undefined) return captured;
  if (/^site\.(?:baseurl|url|production_url)$/.test(variable)) return '';
  const call = /^([\w:/.-]+)\(([\s\S]*)\)$/.exec(text);
  if (call?.[1] !== undefined && (call[2]?.trim() === '' || /=|^\s*["'[]/.test(call[2] ?? '')))
    return convertCall({ found, name: call[1], options: call[2] ?? '', remark, captures });
  if (!isEvaluated && !/^(?:site|page|post|include|layout)\./.test(variable)) return found;
  remark('imports.shortcodeDropped', found.slice(0, maxNoteLength));
  return '';
}
