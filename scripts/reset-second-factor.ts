// npm run reset-second-factor -- --username NAME
import { commands } from '#locales/ru/commands.ts';
import { CommandError, parseArguments } from './command-line.ts';
import { runCommand } from './with-site.ts';

/** For an owner who has lost every factor: removes them, so that the password is enough, and ends all sessions. */
await runCommand(readUsername, async ({ accounts }, username) => {
  const account = await accounts.findByUsername(username);
  if (!account) throw new CommandError(commands.factorUnknown(username));
  await accounts.resetSecondFactor(account.id);
  console.log(commands.factorReset(account.username));
  return 0;
});

function readUsername(): string {
  const { values, positionals } = parseArguments(commands.factorUsage, { username: { type: 'string' } });
  if (values.username === undefined || positionals.length > 0) throw new CommandError(commands.factorUsage);
  return values.username;
}
