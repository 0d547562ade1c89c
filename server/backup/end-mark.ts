import { Transform } from 'node:stream';
import { backup as texts } from '#locales/ru/backup.ts';
import { BackupError } from './backup-error.ts';

const content = Buffer.from('end of backup\n');
const skippableFrame = Buffer.from([0x50, 0x2a, 0x4d, 0x18, content.length, 0, 0, 0]);
/** A frame that every Zstandard decoder skips. Without it a file that lost its last bytes would look whole. */
export const endMark = Buffer.concat([skippableFrame, content]);

export const addEndMark = (): Transform =>
  new Transform({
    transform: (chunk, _, done) => done(null, chunk),
    flush: (done) => done(null, endMark),
  });

/** Removes the mark; fails if the stream does not end with it. */
export function requireEndMark(): Transform {
  let held: Buffer = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _, done) {
      const data = Buffer.concat([held, chunk]);
      const end = Math.max(0, data.length - endMark.length);
      held = data.subarray(end);
      done(null, data.subarray(0, end));
    },
    flush(done) {
      done(held.equals(endMark) ? null : new BackupError(texts.damaged(texts.noEnd)));
    },
  });
}
