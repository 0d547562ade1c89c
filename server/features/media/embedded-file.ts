const markup = /<(?:script|svg|html|iframe|!doctype)[\s>/]|<\?php|%PDF-\d/i;
/** The end record of a ZIP archive without its comment, and the maximum length of the comment. */
const zipEndBytes = 22;
const zipCommentBytes = 0xff_ff;
const zipEndSignature = Buffer.from('PK\u0005\u0006', 'latin1');

/**
 * Whether a file also contains a page, a document or an archive that other programs would recognise. Encoding would
 * remove it, but such a file is not meant as a picture.
 */
export function containsEmbeddedFile(file: Uint8Array): boolean {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  return markup.test(bytes.toString('latin1')) || endsWithZipArchive(bytes);
}

/** Programs read a ZIP archive from its end: its comment must extend exactly to the end of the file. */
function endsWithZipArchive(bytes: Buffer): boolean {
  const first = Math.max(0, bytes.length - zipEndBytes - zipCommentBytes);
  for (
    let offset = bytes.indexOf(zipEndSignature, first);
    offset >= 0;
    offset = bytes.indexOf(zipEndSignature, offset + 1)
  ) {
    if (offset + zipEndBytes > bytes.length) return false;
    if (offset + zipEndBytes + bytes.readUInt16LE(offset + zipEndBytes - 2) === bytes.length) return true;
  }
  return false;
}
