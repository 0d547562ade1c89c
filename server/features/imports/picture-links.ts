/** A picture that a text names by its place in the folder. */
export type PictureLink = { target: string; line: number };

type Found = { target: string; start: number; end: number };

// What a reader of Markdown takes as it stands: fenced blocks, and code within a paragraph.
const fencedCode =
  /^ {0,3}(?<fence>`{3,}|~{3,})[^\n]*(?:\n(?! {0,3}\k<fence>)[^\n]*)*(?:\n {0,3}\k<fence>[^\n]*)?/;
const inlineCode = /(?<![\\`])(?<ticks>`+)(?!`)(?:(?!\n[ \t]*\n)[\s\S])*?(?<!`)\k<ticks>(?!`)/;
const image =
  /(?<!\\)!\[(?:[^[\]\\]|\\.|\[[^[\]]*\])*\]\(\s*(?<inline><[^<>\n]*>|(?:[^\s()<>\\]|\\.|\([^\s()]*\))+)(?=\s*\)|\s+(?:"[^"]*"|'[^']*'|\([^()]*\))\s*\))/;
/** `[name]: picture.jpg`, which `![alt][name]` refers to; other definitions are no business of ours. */
const definition =
  /^ {0,3}\[(?!\^)(?:[^[\]\\\n]|\\.)+\]:[ \t]*(?<defined><[^<>\n]*>|\S+\.(?:jpe?g|png|webp|gif)(?=\s|$))/;
const scanner = new RegExp(
  [fencedCode, inlineCode, image, definition].map((part) => part.source).join('|'),
  'dgim',
);

/** The pictures of a text that lie in the folder, with the lines that name them; the text begins in `firstLine`. */
export function pictureLinks(markdown: string, firstLine: number): PictureLink[] {
  return [...localPictures(markdown)].map(({ target, start }) => ({
    target,
    line: firstLine + markdown.slice(0, start).split('\n').length - 1,
  }));
}

/** The text with the addresses under which its pictures are kept now. */
export function withPictureAddresses(markdown: string, addresses: ReadonlyMap<string, string>): string {
  const parts: string[] = [];
  let done = 0;
  for (const { target, start, end } of localPictures(markdown)) {
    parts.push(markdown.slice(done, start), addresses.get(target) ?? markdown.slice(start, end));
    done = end;
  }
  return parts.join('') + markdown.slice(done);
}

/** Whether an address leads to a file of the folder: not to another site, and not to a picture kept already. */
export const isLocalPicture = (address: string): boolean =>
  address !== '' && !/^([a-z][a-z\d+.-]*:|\/\/|#|\/media\/)/i.test(address);

function* localPictures(markdown: string): Generator<Found> {
  for (const match of markdown.matchAll(scanner)) {
    const place = match.indices?.groups?.inline ?? match.indices?.groups?.defined;
    if (!place) continue;
    const [start, end] = place;
    const target = plainTarget(markdown.slice(start, end));
    if (isLocalPicture(target)) yield { target, start, end };
  }
}

/** `<a b.jpg>`, `a%20b.jpg` and `a\_b.jpg` name files without those marks. */
function plainTarget(written: string): string {
  const bare = written.replace(/^<(.*)>$/, '$1').replace(/\\([!-/:-@[-`{-~])/g, '$1');
  if (!isLocalPicture(bare)) return bare;
  const [pathname = ''] = bare.split(/[?#]/);
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
