import { expect, it } from 'vitest';
import { readBlocks, readCommands } from './support/run-page.ts';

/**
 * `npm run drill:operations` and `npm run drill:deployment` run what `readCommands` finds on these pages. A command that it
 * would not find must say why no test runs it.
 */
const pages = ['docs/operations.md', 'docs/installation.md'];
const shellPattern =
  /^ *[#$] |\b(?:npm (?:run|install)|sudo|systemctl|apt(?:-get)?|docker|news-site [a-z]) /m;

it.each(pages)('runs every command of %s, or says why not', (page) => {
  const blocks = readBlocks(page);
  const commands = blocks.filter(({ language }) => language !== 'text');
  expect(commands.length).toBeGreaterThan(8);
  for (const { language, text, line } of commands) {
    const where = `${page}:${line}`;
    expect([where, language]).toEqual([where, expect.stringMatching(/^(sh|console)$/)]);
    if (language === 'console')
      for (const command of text.split('\n'))
        expect([where, command]).toEqual([where, expect.stringMatching(/^[#$] /)]);
  }
  const settings = blocks.filter(({ language }) => language === 'text');
  for (const { text, line } of settings) expect(`${page}:${line}\n${text}`).not.toMatch(shellPattern);
  const marked = commands.filter(({ notRun }) => notRun !== undefined);
  for (const { notRun } of marked) expect(notRun).toMatch(/ .* /);
  expect(readCommands(page)).toHaveLength(commands.length - marked.length);
  expect(marked.length).toBeLessThan(commands.length / 2);
});
