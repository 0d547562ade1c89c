import { createFinder, type Place } from './find-in-order.ts';

/** A part of a text of WordPress; nothing is evaluated in code. */
export type WordPressPart = { html: string; isCode: boolean };

/** The shortcodes of SyntaxHighlighter: those of any language, and the names of languages. */
const anyLanguage = setOf('code sourcecode source plain text');
const languages = setOf(
  'as3 actionscript3 arduino bash shell coldfusion cf clojure clj cpp c c-sharp csharp css delphi pas pascal diff patch erl ' +
    'erlang fsharp go golang groovy haskell java jfx javafx js jscript javascript tex matlab matlabkey objc obj-c perl pl php ' +
    'ps powershell py python splus rails rb ror ruby scala sql swift vb vbnet xml xhtml xslt html yaml yml',
);
const isCodeCall = (name: string): boolean =>
  anyLanguage.has(name.toLowerCase()) || languages.has(name.toLowerCase());
/** Shortcodes of WordPress itself, which a second pair of brackets shows as text too. */
const shown = setOf('gallery caption embed video audio playlist');
/** A block of code, code within a line, or the beginning of a call. */
const mark =
  /(?<pre><pre\b[^<>]*>)|<code\b[^<>]*>(?<inline>[^<>]*)<\/code>|(?<outer>\[?)\[(?<name>[a-z][a-z\d-]*)(?<options>(?:\s[^[\]<>]*)?)\](?<end>\]?)/gi;
const callAtStart = /^\[(?<name>[a-z][a-z\d-]*)(?<options>(?:\s[^[\]<>]*)?)\]/i;
const callEnd = /\[\/([a-z][a-z\d-]*)\]/gi;
const languageOption = /(?<![\w-])(?:language|lang)\s*=\s*["']?([\w+#.-]+)/i;
const entity = /&(?:(lt|gt|quot|amp|apos)|#0*(\d{1,3}));/g;
const characters: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&', apos: "'" };

function setOf(names: string): ReadonlySet<string> {
  return new Set(names.split(' '));
}

/** The code of a text, and the text between, in which calls that are shown have no brackets. */
export function splitWordPressCode(content: string): WordPressPart[] {
  const text = content.replaceAll('\r\n', '\n');
  const findPreEnd = createFinder(text, /<\/pre>/gi);
  // In the classic editor line ends are breaks, in blocks they are spaces.
  const isClassic = !text.includes('<!-- wp:');
  return split(text, ({ pre, inline, name = '', options: given = '' }, after, findEnd) => {
    if (inline !== undefined)
      return isClassic && inline.includes('\n') ? { end: after, html: toPre(inline, '') } : undefined;
    if (pre === undefined) {
      const close = isCodeCall(name) ? findEnd(name, after) : undefined;
      return close && { end: close.end, html: toCode(name, given, text.slice(after, close.start)) };
    }
    const close = findPreEnd(after);
    return close && { end: close.end, html: fromPre(pre, text.slice(after, close.start)) };
  });
}

type Groups = Record<string, string | undefined>;
type FindEnd = (name: string, from: number) => Place | undefined;
type ReadCode = (
  groups: Groups,
  after: number,
  findEnd: FindEnd,
) => { end: number; html: string } | undefined;

function split(text: string, readCode: ReadCode): WordPressPart[] {
  const findEnd = createEndFinder(text);
  const parts: WordPressPart[] = [];
  let written = '';
  let done = 0;
  for (const { index, 0: found, groups = {} } of text.matchAll(mark)) {
    if (index < done) continue;
    const after = index + found.length;
    const escaped = endOfEscaped(text, after, groups, findEnd);
    if (escaped !== undefined) {
      written += text.slice(done, index) + text.slice(index + 1, escaped - 1).replaceAll('[', '&#91;');
      done = escaped;
      continue;
    }
    const { outer = '', end = '' } = groups;
    const code = readCode(groups, after - end.length, findEnd);
    if (!code) continue;
    parts.push({ html: written + text.slice(done, index) + outer, isCode: false });
    parts.push({ html: code.html, isCode: true });
    written = '';
    done = code.end;
  }
  return [...parts, { html: written + text.slice(done), isCode: false }];
}

/** Where `[[code]]` or `[[code]…[/code]]` ends. */
function endOfEscaped(
  text: string,
  after: number,
  { outer, end, name = '' }: Groups,
  findEnd: FindEnd,
): number | undefined {
  if (!outer || !(isCodeCall(name) || shown.has(name.toLowerCase()))) return undefined;
  if (end) return after;
  const close = findEnd(name, after);
  return close && text.startsWith(']', close.end) ? close.end + 1 : undefined;
}

/** The next end of a call; the places of each name are asked for in their order. */
function createEndFinder(text: string): FindEnd {
  const ends = Map.groupBy(text.matchAll(callEnd), ([, name = '']) => name.toLowerCase());
  for (const found of ends.values()) found.reverse();
  return (name, from) => {
    const found = ends.get(name.toLowerCase()) ?? [];
    while ((found.at(-1)?.index ?? from) < from) found.pop();
    const next = found.at(-1);
    return next && { start: next.index, end: next.index + next[0].length };
  };
}

/** A block of code as it is, but for calls that are shown; a call that is all of it is the block. */
function fromPre(tag: string, inside: string): string {
  const body = inside.trim();
  const opening = callAtStart.exec(body);
  const { name = '', options: given = '' } = opening?.groups ?? {};
  const start = opening?.[0].length ?? 0;
  const close = isCodeCall(name) ? createEndFinder(body)(name, start) : undefined;
  if (close?.end === body.length) return toCode(name, given, body.slice(start, close.start));
  const parts = split(inside, () => undefined);
  return `${tag}${parts.map(({ html }) => html).join('')}</pre>`;
}

/** Newer versions of the plugin store code with entities; code with an angle bracket is not. */
function toCode(name: string, given: string, body: string): string {
  const named = (languageOption.exec(given)?.[1] ?? name).toLowerCase();
  const code = /[<>]/.test(body) ? body.replaceAll('&', '&amp;') : escapeOnce(body);
  return toPre(code.replaceAll('<', '&lt;'), anyLanguage.has(named) ? '' : ` class="language-${named}"`);
}

const escapeOnce = (body: string): string =>
  body
    .replace(entity, (_, name: string | undefined, number: string | undefined) =>
      name === undefined ? String.fromCharCode(Number(number)) : (characters[name] ?? ''),
    )
    .replaceAll('&', '&amp;');

/** Empty lines at both ends are those of the call. */
const toPre = (html: string, attributes: string): string =>
  `<pre><code${attributes}>${html.replace(/^(?:[ \t]*\n)+/, '').trimEnd()}</code></pre>`;
