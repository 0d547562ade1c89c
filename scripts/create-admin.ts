// npm run create-admin -- --username NAME --email ADDRESS [--password-stdin] [--promote] [--dry-run]
import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { registerBody } from '#contract/auth.ts';
import { type Message, messageForIssue } from '#contract/errors.ts';
import { textOf } from '#locales/index.ts';
import { commands } from '#locales/ru/commands.ts';
import { passwordProblem, usernameProblem } from '../server/features/accounts/index.ts';
import { AppError } from '../server/platform/errors.ts';
import { CommandError, parseArguments } from './command-line.ts';
import { runCommand, type Site } from './with-site.ts';

type Arguments = {
  username?: string;
  email?: string;
  'password-stdin'?: boolean;
  promote?: boolean;
  'dry-run'?: boolean;
};

const passwordBytes = 15;

await runCommand(readArguments, async (site, options) => {
  await (options.promote ? promote(site, options) : create(site, options));
  return 0;
});

function readArguments(): Arguments {
  const { values, positionals } = parseArguments(commands.adminUsage, {
    username: { type: 'string' },
    email: { type: 'string' },
    'password-stdin': { type: 'boolean' },
    promote: { type: 'boolean' },
    'dry-run': { type: 'boolean' },
  });
  const { username, email, promote: isPromotion } = values;
  const isComplete = isPromotion
    ? (username ?? email) !== undefined
    : username !== undefined && email !== undefined;
  if (!isComplete || positionals.length > 0) throw new CommandError(commands.adminUsage);
  return values;
}

async function create({ accounts, db }: Site, options: Arguments): Promise<void> {
  const generated = options['password-stdin'] ? undefined : randomBytes(passwordBytes).toString('base64url');
  const password = generated ?? (await text(process.stdin)).replace(/\r?\n$/, '');
  const account = validate({ ...options, password });
  const [known] = await findAll({ accounts }, account);
  if (known) throw new CommandError(commands.adminExists(known.username));
  const { username, email } = account;
  if (options['dry-run']) {
    console.log(commands.adminWouldCreate(username, email));
    return;
  }
  const passwordHash = await accounts.hashPassword(account.password);
  await accounts
    .create(db, { username, email, passwordHash, firstName: '', lastName: '', role: 'administrator' })
    .catch((error: unknown) => {
      const message = error instanceof AppError && Object.values(error.details.fields ?? {})[0]?.[0];
      throw message ? commandError(message) : error;
    });
  console.log(commands.adminCreated(username, email));
  if (generated !== undefined) console.log(commands.adminPassword(generated));
}

async function promote({ accounts }: Site, options: Arguments): Promise<void> {
  const { username, email } = options;
  const [account, other] = await findAll({ accounts }, { username, email });
  if (!account) throw new CommandError(commands.adminUnknown);
  if (other) throw new CommandError(commands.adminTwoAccounts);
  if (options['dry-run']) {
    console.log(commands.adminWouldPromote(account.username));
    return;
  }
  await accounts.makeAdministrator(account.id);
  console.log(commands.adminPromoted(account.username));
}

/** The distinct accounts with this username or this email address. */
async function findAll(
  { accounts }: Pick<Site, 'accounts'>,
  { username, email }: Pick<Arguments, 'username' | 'email'>,
) {
  const found = [
    username === undefined ? undefined : await accounts.findByUsername(username),
    email === undefined ? undefined : await accounts.findByLogin(email),
  ].filter((account) => account !== undefined);
  return found.filter(({ id }, index) => found.findIndex((other) => other.id === id) === index);
}

/** The rules of registration also apply to administrators. */
function validate(values: Arguments & { password: string }) {
  const parsed = registerBody.pick({ username: true, email: true, password: true }).safeParse(values);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw issue ? commandError(messageForIssue(issue)) : new CommandError(commands.adminUsage);
  }
  const problem = usernameProblem(parsed.data.username) ?? passwordProblem(parsed.data.password, parsed.data);
  if (problem) throw commandError({ key: problem });
  return parsed.data;
}

function commandError({ key, values }: Message): CommandError {
  return new CommandError(textOf(key, values));
}
