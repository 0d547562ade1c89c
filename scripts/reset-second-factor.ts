// npm run reset-second-factor -- --username NAME [--dry-run]
import { commands } from '#locales/ru/commands.ts';
import { CommandError, parseArguments } from './command-line.ts';
import { runCommand } from './with-site.ts';

/** For an owner who has lost every factor: removes them, so that the password is enough, and ends all sessions. */
await runCommand(readArguments, async ({ accounts }, { username, isDryRun }) => {
  const account = await accounts.findByUsername(username);
  if (!account) throw new CommandError(commands.factorUnknown(username));
  if (isDryRun) {
    console.log(commands.factorWouldReset(account.username));
    return 0;
  }
  await accounts.resetSecondFactor(account.id);
  console.log(commands.factorReset(account.username));
  return 0;
});

function readArguments(): { username: string; isDryRun: boolean } {
  const { values, positionals } = parseArguments(commands.factorUsage, {
    username: { type: 'string' },
    'dry-run': { type: 'boolean' },
  });
  if (values.username === undefined || positionals.length > 0) throw new CommandError(commands.factorUsage);
  return { username: values.username, isDryRun: values['dry-run'] ?? false };
}
