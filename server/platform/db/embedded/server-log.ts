import { copyFileSync, existsSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs';

const maxLogBytes = 8 * 1024 * 1024;
const checkIntervalMs = 60_000;
const tailLines = 5;

/** The log file of PostgreSQL. The server may outlive this process, so it writes to a plain file and not to a pipe. */
export type ServerLog = {
  /** Opens for append; the caller closes. */
  open(): number;
  size(): number;
  /** The text written after this offset. */
  since(offset: number): string;
  stop(): void;
};

/** Limits the log at `file` and one older part `file.1` to about 8 MB each. */
export function createServerLog(file: string): ServerLog {
  const size = () => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  const rotateIfLarge = () => {
    if (size() <= maxLogBytes) return;
    // The server keeps the file open for appending, so the file is truncated instead of renamed.
    copyFileSync(file, `${file}.1`);
    truncateSync(file);
  };
  rotateIfLarge();
  const timer = setInterval(rotateIfLarge, checkIntervalMs).unref();
  return {
    open: () => openSync(file, 'a', 0o600),
    size,
    since: (offset) => (existsSync(file) ? readFileSync(file).subarray(offset).toString('utf8') : ''),
    stop: () => clearInterval(timer),
  };
}

/** Joins the last lines into one line, for an error message. */
export function lastLines(text: string): string {
  return text.trim().split('\n').slice(-tailLines).join(' | ');
}
