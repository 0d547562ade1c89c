import { createFinder } from './find-in-order.ts';

const importLine =
  /^import (?:([^'"`;\r\n\u2028\u2029{}]*)(?:\{[^{}'"`;]*\}[ \t]*)?from )?['"]([^'"\r\n\u2028\u2029]*)['"];?[ \t]*$/gm;
const exportLine = /^export\s[^\n]*(?:\n(?!\n)[^\n]*)*/gm;
/** An attribute whose value is a program. */
const computed = /\s([\w:-]+)=\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}/g;
const element =
  /<\/?([A-Za-z][\w.-]*)((?:\s(?:[^<>"'{}]|"[^"]*"|'[^']*'|\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\})*?)?)(\/?)>/g;
const written = /\s([\w:-]+)=(?:"([^"]*)"|'([^']*)')/g;
const quotation = /\{\s*(?:"([^"\n]*)"|'([^'\n]*)'|`([^`$\n]*)`)\s*\}/g;
const pictureNames = /^(?:Image|Picture|Img|Figure|BlogImage|NextImage)$/;

/**
 * The text of MDX as Markdown with HTML: programs are removed, components with a picture become the picture, all others lose
 * their tags. `imported` collects the names of imported files.
 */
export function readComponents(mdx: string, imported: Map<string, string>): string {
  const text = mdx
    .replace(importLine, (_found, names: string | undefined, file: string) => {
      const name = names?.trim() ?? '';
      if (/^\w+$/.test(name)) imported.set(name, file);
      return '';
    })
    .replace(exportLine, keepLines);
  return withoutComments(text)
    .replace(element, (found: string, name: string, attributes: string, end: string) => {
      const given = attributes.replace(computed, (_all, key: string, program: string) => {
        const value = imported.get(program.trim()) ?? /^\s*["'`]([^"'`$]*)["'`]\s*$/.exec(program)?.[1];
        return value === undefined ? '' : ` ${key}="${value}"`;
      });
      const values = new Map(
        [...given.matchAll(written)].map(([, key = '', double, single]) => [key, double ?? single ?? '']),
      );
      const attributeOf = (key: string) => values.get(key);
      const source = attributeOf('src') ?? attributeOf('image');
      if (source && (pictureNames.test(name) || /\.(?:jpe?g|png|gif|webp|avif)$/i.test(source)))
        return `![${(attributeOf('alt') ?? '').replace(/[[\]]/g, '')}](<${source}>)`;
      if (/^[a-z]/.test(name)) return found.startsWith('</') ? found : `<${name}${given}${end && ' /'}>`;
      const video = attributeOf('id') ?? attributeOf('videoId');
      if (/youtube/i.test(name) && video)
        return `\n\nhttps://youtu.be/${video.replace(/^.*(?:v=|\/)/, '')}\n\n`;
      return /^[A-Z]/.test(name) ? (attributeOf('title') ?? '') : found;
    })
    .replace(quotation, (_found, ...values: unknown[]) =>
      String(values.slice(0, 3).find((one) => one !== undefined) ?? ''),
    );
}

/** The lines stay, so that remarks keep theirs. */
const keepLines = (found: string): string => found.replace(/[^\n]+/g, '');

function withoutComments(mdx: string): string {
  const findStart = createFinder(mdx, /\{\/\*/g);
  const findEnd = createFinder(mdx, /\*\/\}/g);
  const parts: string[] = [];
  let done = 0;
  for (let start = findStart(0); start; start = findStart(done)) {
    const end = findEnd(start.end);
    if (!end) break;
    parts.push(mdx.slice(done, start.start), keepLines(mdx.slice(start.start, end.end)));
    done = end.end;
  }
  return parts.join('') + mdx.slice(done);
}
