import { inflateRawSync } from 'node:zlib';

const directoryEntry = 0x02014b50;
const endOfDirectory = 0x06054b50;

/** The files of a ZIP archive, by its directory. Names are UTF-8. */
export function readZip(archive: Buffer): Map<string, Buffer> {
  let end = archive.length - 22;
  while (archive.readUInt32LE(end) !== endOfDirectory) end -= 1;
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  while (archive.readUInt32LE(at) === directoryEntry) {
    const method = archive.readUInt16LE(at + 10);
    const size = archive.readUInt32LE(at + 20);
    const nameLength = archive.readUInt16LE(at + 28);
    const rest = archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const content = archive.subarray(start, start + size);
    files.set(
      archive.toString('utf8', at + 46, at + 46 + nameLength),
      method === 8 ? inflateRawSync(content) : content,
    );
    at += 46 + nameLength + rest;
  }
  return files;
}
