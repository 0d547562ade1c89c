// npm run seed:scale -- --posts 1000000: fills an empty site with as much content as it may have in the future.
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { hash } from '@node-rs/argon2';
import { commands } from '#locales/ru/commands.ts';
import { CommandError } from './command-line.ts';
import { hasContent, seedScale } from './scale/seed.ts';
import { runOnDatabase } from './with-site.ts';

const options = {
  posts: { type: 'string', default: '100000' },
  comments: { type: 'string', default: '10' },
  discussion: { type: 'string', default: '10000' },
  seed: { type: 'string', default: '1' },
  'beside-content': { type: 'boolean', default: false },
} as const;
const maxAmount = 10_000_000;
let lastLine = '';

await runOnDatabase(readArguments, async ({ database, interrupted }, { isBeside, ...amounts }) => {
  const { migrationUrl } = database;
  if (!isBeside && (await hasContent(migrationUrl))) throw new CommandError(commands.scaleNotEmpty);
  const startedAt = performance.now();
  const seeded = await seedScale({
    ...amounts,
    url: migrationUrl,
    now: new Date(),
    // Nobody knows the password, so nobody can log in to these accounts.
    passwordHash: await hash(randomBytes(24).toString('hex')),
    signal: interrupted,
    onProgress: showProgress,
  });
  if (process.stderr.isTTY) process.stderr.write('\n');
  console.log(commands.scaleDone({ ...seeded, seconds: (performance.now() - startedAt) / 1000 }));
  return 0;
});

function readArguments() {
  try {
    const { values } = parseArgs({ options });
    return {
      posts: parseAmount(values.posts, 1),
      commentsPerPost: parseAmount(values.comments, 0),
      discussion: parseAmount(values.discussion, 0),
      seed: parseAmount(values.seed, 0),
      isBeside: values['beside-content'],
    };
  } catch {
    throw new CommandError(commands.scaleUsage);
  }
}

function parseAmount(value: string, min: number): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < min || number > maxAmount)
    throw new CommandError(commands.scaleUsage);
  return number;
}

/** Rewrites one line on a terminal; elsewhere it prints one line for each step. */
function showProgress(step: string, done: number, total: number): void {
  const line = commands.scaleProgress(step, total === 0 ? 100 : Math.floor((100 * done) / total));
  if (line === lastLine || (!process.stderr.isTTY && done < total)) return;
  lastLine = line;
  process.stderr.write(process.stderr.isTTY ? `\r${line.padEnd(60)}` : `${line}\n`);
}
