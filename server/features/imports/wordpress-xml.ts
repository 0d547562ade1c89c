import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { refuse } from './problem.ts';

/** An element with everything in it. */
export type XmlNode = {
  name: string;
  attributes: Readonly<Record<string, string>>;
  text: string;
  children: XmlNode[];
  line: number;
};

const mebibyte = 1024 * 1024;
const maxDepth = 20;
/** Characters of one channel element: an article with its comments. */
const maxElementLength = 32 * mebibyte;
const sampleBytes = mebibyte;
/** Characters that XML forbids and databases of old blogs contain. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed.
const forbidden = /[\0-\x08\v\f\x0e-\x1f\ufffe\uffff]/g;

/** The encoding that a file declares or, if its bytes are not UTF-8, windows-1251. */
export async function detectEncoding(file: string): Promise<string> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(sampleBytes), 0, sampleBytes, 0);
    const sample = buffer.subarray(0, bytesRead);
    const [, declared = 'utf-8'] =
      /^(?:\xef\xbb\xbf)?\s*<\?xml[^>]{0,200}?encoding=["']([\w.:-]{1,40})/.exec(
        sample.toString('latin1', 0, 400),
      ) ?? [];
    if (!/^utf-?8$/i.test(declared))
      return isDecodable(declared) ? declared : refuse('imports.encodingUnknown', {}, { encoding: declared });
    return isUtf8(sample) ? 'utf-8' : 'windows-1251';
  } finally {
    await handle.close();
  }
}

function isDecodable(encoding: string): boolean {
  try {
    return new TextDecoder(encoding).encoding !== '';
  } catch {
    return false;
  }
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    // The sample may end within a character.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/**
 * Reads the elements of the channel of an RSS file one by one. Throws Refusal for a file that is no XML or declares entities:
 * an export declares none, and they are how XML reads other files and grows without end.
 */
export async function* readChannel(file: string, encoding: string): AsyncGenerator<XmlNode> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const builder = createBuilder();
  const decode = (bytes?: Uint8Array): string => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined }).replace(forbidden, '');
    } catch {
      return refuse('imports.notUtf8');
    }
  };
  for await (const bytes of createReadStream(file, { highWaterMark: 256 * 1024 })) {
    builder.write(decode(bytes as Uint8Array));
    yield* builder.take();
  }
  builder.write(decode());
  builder.close();
  yield* builder.take();
}

function createBuilder() {
  const parser = new SaxesParser();
  const path: XmlNode[] = [];
  let found: XmlNode[] = [];
  let written = 0;
  let elementStart = 0;
  let isRss = false;
  parser.on('error', (error) =>
    refuse('imports.xml', { line: parser.line }, { reason: error.message.slice(0, 200) }),
  );
  parser.on('doctype', () => refuse('imports.xmlDoctype', { line: parser.line }));
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => {
    if (path.length === 0) {
      isRss ||= name === 'rss';
      if (!isRss) refuse('imports.notWordPress', { line: parser.line });
    }
    if (path.length >= maxDepth) refuse('imports.xmlTooDeep', { line: parser.line });
    const node: XmlNode = { name, attributes, text: '', children: [], line: parser.line };
    // The document and its channel keep nothing: only their elements do.
    if (path.length > 2) path.at(-1)?.children.push(node);
    if (path.length === 2) elementStart = written;
    path.push(node);
  });
  const addText = (text: string): void => {
    const node = path.at(-1);
    if (node && path.length > 2) node.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const node = path.pop();
    if (node && path.length === 2) found.push(node);
    elementStart = written;
  });
  return {
    write(text: string): void {
      parser.write(text);
      written += text.length;
      if (written - elementStart > maxElementLength) refuse('imports.xmlTooLong', { line: parser.line });
    },
    close(): void {
      parser.close();
      if (!isRss) refuse('imports.notWordPress');
    },
    take(): XmlNode[] {
      const taken = found;
      found = [];
      return taken;
    },
  };
}

/** The text of the first child with this name. */
export const childText = ({ children }: XmlNode, name: string): string =>
  children.find((child) => child.name === name)?.text.trim() ?? '';

export const childrenOf = ({ children }: XmlNode, name: string): XmlNode[] =>
  children.filter((child) => child.name === name);

/** The text of an article as it is. */
export const contentOf = ({ children }: XmlNode): string =>
  children.find((child) => child.name === 'content:encoded')?.text ?? '';
