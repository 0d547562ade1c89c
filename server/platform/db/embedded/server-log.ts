import { copyFileSync, existsSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs';

const maxLogBytes = 8 * 1024 * 1024;
const checkIntervalMs = 60_000;
const tailLines = 5;

/** The file PostgreSQL writes its messages to; it outlives this process, so it is a plain file, not a pipe. */
export type ServerLog = {
  /** Opens for append; the caller closes. */
  open(): number;
  size(): number;
  /** What was written from this size on. */
  since(offset: number): string;
  stop(): void;
};

/** Keeps the log at `file` and one older part `file.1` within about twice 8 MB. */
export function createServerLog(file: string): ServerLog {
  const size = () => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  const keepSmall = () => {
    if (size() <= maxLogBytes) return;
    // The server goes on appending to the same open file, so it is emptied rather than renamed.
    copyFileSync(file, `${file}.1`);
    truncateSync(file);
  };
  keepSmall();
  const timer = setInterval(keepSmall, checkIntervalMs).unref();
  return {
    open: () => openSync(file, 'a', 0o600),
    size,
    since: (offset) => (existsSync(file) ? readFileSync(file).subarray(offset).toString('utf8') : ''),
    stop: () => clearInterval(timer),
  };
}

/** The last lines on one line, for a message. */
export function lastLines(text: string): string {
  return text.trim().split('\n').slice(-tailLines).join(' | ');
}
