import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { parse } from 'csv-parse';
import { cutText } from '#locales/cut-text.ts';
import type { SourcePerson } from './import-source.ts';
import { refuse } from './problem.ts';

/** A field of a member is short; a file whose quotes never end is no list of members. */
const maxRecordBytes = 100_000;
const maxNameLength = 100;
const nameBytes = 4;

type Row = Record<string, unknown>;
const textIn = (row: Row, name: string): string => {
  const value = row[name];
  return typeof value === 'string' ? value.trim() : '';
};

/** The members of a blog of Ghost, one by one. Those without an address are left out. Throws Refusal. */
export async function* readMembers(file: string): AsyncGenerator<SourcePerson> {
  const rows = parse({ columns: true, bom: true, relax_column_count: true, max_record_size: maxRecordBytes });
  const reading = pipeline(createReadStream(file), rows);
  // An error of the file ends the rows too.
  reading.catch(() => undefined);
  try {
    for await (const row of rows as AsyncIterable<Row>) {
      const email = textIn(row, 'email');
      if (email !== '') yield toPerson(email, cutText(textIn(row, 'name'), maxNameLength));
    }
  } catch {
    return refuse('imports.membersUnreadable', {}, { file });
  }
}

/** Neither the name nor the username says what the address is. */
const toPerson = (email: string, name: string): SourcePerson => ({
  id: `member:${createHash('sha256').update(email.toLowerCase()).digest('hex')}`,
  name,
  username: `reader-${randomBytes(nameBytes).toString('hex')}`,
  email,
  isVerified: true,
});
