import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** A fenced block of a page. `notRun`: the reason why no test runs it, in the line above it. */
export type PageBlock = { language: string; text: string; line: number; notRun: string | undefined };

const markPattern = /^_Not run by a test: (.+)_$/;
const promptPattern = /^[#$] /;

/** Every fenced block of a page, in order. */
export function readBlocks(page: string): PageBlock[] {
  const lines = readFileSync(resolve(root, page), 'utf8').split('\n');
  const blocks: PageBlock[] = [];
  let mark: string | undefined;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const fence = /^ *```(\w*)$/.exec(line);
    if (!fence) {
      if (line.trim() !== '') mark = markPattern.exec(line)?.[1];
      continue;
    }
    const end = lines.findIndex((candidate, index) => index > at && candidate.trim() === '```');
    blocks.push({
      language: fence[1] ?? '',
      text: lines.slice(at + 1, end).join('\n'),
      line: at + 1,
      notRun: mark,
    });
    at = end;
    mark = undefined;
  }
  return blocks;
}

/** The commands of a page without their prompts: its blocks `sh` and `console`, in order, except those marked as not run. */
export const readCommands = (page: string): string[] =>
  readBlocks(page)
    .filter(({ language, notRun }) => ['sh', 'console'].includes(language) && notRun === undefined)
    .map(({ language, text }) =>
      language === 'console'
        ? text
            .split('\n')
            .map((line) => line.replace(promptPattern, ''))
            .join('\n')
        : text.trim(),
    );

/**
 * Runs commands in one shell, as a reader would who copies them one after the other. `replacements` turn the paths of
 * the page into those of the test. Fails with the output at the first command that fails.
 */
export function runCommands(
  blocks: string[],
  {
    replacements,
    env,
    program = ['bash'],
  }: { replacements: Record<string, string>; env: Record<string, string>; program?: [string, ...string[]] },
): Promise<string> {
  let script = `set -euo pipefail\n${blocks.join('\n')}\n`;
  for (const [from, to] of Object.entries(replacements)) script = script.replaceAll(from, to);
  const [file, ...args] = program;
  return new Promise((done, fail) => {
    execFile(
      file,
      [...args, '-c', script],
      { cwd: root, env: { ...process.env, ...env }, maxBuffer: 16 * 1024 * 1024 },
      (error, stdout, stderr) =>
        error ? fail(new Error(`${error.message}\n${stdout}\n${stderr}`)) : done(stdout + stderr),
    );
  });
}
