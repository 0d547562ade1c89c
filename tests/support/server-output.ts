const maxLines = 200;
const lines: string[] = [];

/** Adds a line of a server to what a failed test prints; with LOG_LEVEL it is printed at once. */
export function recordOutput(line: string): void {
  lines.push(line.trimEnd());
  if (lines.length > maxLines) lines.shift();
  if (process.env.LOG_LEVEL) process.stdout.write(`${line.trimEnd()}\n`);
}

/** Returns the recorded lines and forgets them. */
export const takeOutput = (): string => lines.splice(0).join('\n');
