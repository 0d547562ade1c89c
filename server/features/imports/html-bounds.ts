import { Tokenizer } from 'htmlparser2';
import { refuse } from './problem.ts';

/** HTML of an article; an article of this site has 200,000 characters at most. */
export const maxHtmlLength = 2_000_000;
const maxOpen = 100;
const maxFormatting = 24;

const setOf = (names: string): ReadonlySet<string> => new Set(names.split(' '));
const voidElements = setOf(
  'area base br col embed frame hr img input link meta param source track wbr basefont bgsound keygen',
);
/** A parser opens these again in every following block until their end tag comes (HTML Standard, 13.2.4.3). */
const formatting = setOf('a b big code em font i nobr s small strike strong tt u');
/** Without a meaning, and expensive: the parser searches for the one before. */
const meaningless = setOf('nobr font');
const blocks =
  'address article aside blockquote center details div dl dd dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 ' +
  'header hr li main nav ol p pre section summary table ul';
/** Elements that an opening tag closes, up to the nearest of `stops`: their end tags may be left out. */
const impliedEnds = new Map<string, { ends: ReadonlySet<string>; stops: ReadonlySet<string> }>([
  ...blocks
    .split(' ')
    .map((name) => [name, { ends: setOf('p'), stops: setOf('table td th caption') }] as const),
  ['li', { ends: setOf('li p'), stops: setOf('ul ol table td th') }],
  ...['dt', 'dd'].map((name) => [name, { ends: setOf('dt dd p'), stops: setOf('dl table td th') }] as const),
  ...['td', 'th'].map((name) => [name, { ends: setOf('td th'), stops: setOf('tr table') }] as const),
  ['tr', { ends: setOf('tr td th'), stops: setOf('table thead tbody tfoot') }],
  ...['thead', 'tbody', 'tfoot'].map(
    (name) => [name, { ends: setOf('thead tbody tfoot tr td th'), stops: setOf('table') }] as const,
  ),
]);

/**
 * Leaves out tags that are nested deeper than any text needs, with their end tags: the parser and the conversion take exponential
 * time for them, or run out of stack. Everything else stays as it is. Reads the text once. Throws Refusal if it is too long.
 */
export function boundHtml(html: string): string {
  if (html.length > maxHtmlLength) refuse('imports.htmlTooLong', {}, { max: maxHtmlLength / 1_000_000 });
  if (!html.includes('<')) return html;
  const kept: string[] = [];
  const nesting = createNesting();
  let end = 0;
  let tag = { start: 0, name: '' };
  const drop = (start: number, nextEnd: number): void => {
    kept.push(html.slice(end, start));
    end = nextEnd;
  };
  const finishOpening = (endIndex: number): void => {
    if (!nesting.open(tag.name)) drop(tag.start, endIndex + 1);
  };
  const nothing = () => undefined;
  const tokenizer = new Tokenizer(
    {},
    {
      onopentagname(start, endIndex) {
        tag = { start: start - 1, name: html.slice(start, endIndex).toLowerCase() };
      },
      onopentagend: finishOpening,
      onselfclosingtag: finishOpening,
      onclosetag(start, endIndex) {
        const close = html.indexOf('>', endIndex);
        const isKept = nesting.close(html.slice(start, endIndex).toLowerCase());
        if (!isKept && close >= 0) drop(start - 2, close + 1);
      },
      ...{ onattribname: nothing, onattribdata: nothing, onattribentity: nothing, onattribend: nothing },
      ...{ oncdata: nothing, oncomment: nothing, ondeclaration: nothing, onend: nothing },
      ...{ onprocessinginstruction: nothing, ontext: nothing, ontextentity: nothing },
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  kept.push(html.slice(end));
  return kept.join('');
}

/** Which elements are open, roughly: as the parser sees it wherever the nesting is deep. */
function createNesting() {
  const open: string[] = [];
  const formats = new Map<string, number>();
  const dropped = new Map<string, number>();
  let formatCount = 0;
  const add = (counts: Map<string, number>, name: string, step: number) =>
    counts.set(name, (counts.get(name) ?? 0) + step);

  function openFormat(name: string): boolean {
    // A link ends the one before.
    if (name === 'a' && formats.get('a')) return true;
    if (meaningless.has(name) || formatCount >= maxFormatting) {
      add(dropped, name, 1);
      return false;
    }
    add(formats, name, 1);
    formatCount += 1;
    return true;
  }

  function closeFormat(name: string): void {
    if (!formats.get(name)) return;
    add(formats, name, -1);
    formatCount -= 1;
  }

  return {
    /** Whether the tag is kept. */
    open(name: string): boolean {
      if (voidElements.has(name)) return true;
      if (formatting.has(name)) return openFormat(name);
      const rule = impliedEnds.get(name);
      if (rule) open.length = findEnded(open, rule);
      if (open.length >= maxOpen) {
        add(dropped, name, 1);
        return false;
      }
      open.push(name);
      return true;
    },
    close(name: string): boolean {
      if (dropped.get(name)) {
        add(dropped, name, -1);
        return false;
      }
      if (formatting.has(name)) closeFormat(name);
      else {
        const place = open.lastIndexOf(name);
        if (place >= 0) open.length = place;
      }
      return true;
    },
  };
}

/** The place of the outermost element that a tag ends; the length of the list if it ends none. */
function findEnded(
  open: readonly string[],
  { ends, stops }: { ends: ReadonlySet<string>; stops: ReadonlySet<string> },
): number {
  let place = open.length;
  for (let index = open.length - 1; index >= 0; index -= 1) {
    const name = open[index] ?? '';
    if (stops.has(name)) break;
    if (ends.has(name)) place = index;
  }
  return place;
}
