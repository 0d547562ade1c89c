const markup = /<(?:script|svg|html|iframe|!doctype)[\s>/]|<\?php|%PDF-\d/i;
/** The end of a ZIP archive, without its comment, and the longest comment it may have. */
const zipEndBytes = 22;
const zipCommentBytes = 0xff_ff;
const zipEndMark = Buffer.from('PK\u0005\u0006', 'latin1');

/**
 * Whether a file is something else beside a picture: a page, a document or an archive that other programs would find
 * in it. Nothing of it would survive the encoding; who sends it means no picture.
 */
export function carriesOtherFile(file: Uint8Array): boolean {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  return markup.test(bytes.toString('latin1')) || endsAsZip(bytes);
}

/** An archive is read from its end: the mark stands where its comment reaches exactly to the end of the file. */
function endsAsZip(bytes: Buffer): boolean {
  const first = Math.max(0, bytes.length - zipEndBytes - zipCommentBytes);
  for (let at = bytes.indexOf(zipEndMark, first); at >= 0; at = bytes.indexOf(zipEndMark, at + 1)) {
    if (at + zipEndBytes > bytes.length) return false;
    if (at + zipEndBytes + bytes.readUInt16LE(at + zipEndBytes - 2) === bytes.length) return true;
  }
  return false;
}
