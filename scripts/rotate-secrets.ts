// npm run rotate-secrets -- [--leaked] [--dry-run]: replaces the secret that signs access tokens.
import { existsSync } from 'node:fs';
import { rotateSecrets as texts } from '#locales/ru/rotate-secrets.ts';
import { listSetSecrets, loadConfig } from '../server/config.ts';
import { getDataDir } from '../server/open-database.ts';
import { graceMs, jwtSecretPath, rotateSecret } from '../server/platform/site-secret.ts';
import { CommandError, parseArguments, runMain } from './command-line.ts';

await runMain(async () => {
  const { values, positionals } = parseArguments(texts.usage, {
    leaked: { type: 'boolean' },
    'dry-run': { type: 'boolean' },
  });
  if (positionals.length > 0) throw new CommandError(texts.usage);
  const config = loadConfig();
  if (config.jwtSecret !== undefined) throw new CommandError(texts.inSettings);
  const file = jwtSecretPath(getDataDir(config));
  if (!existsSync(file)) throw new CommandError(texts.noSecret(file));
  const acceptedUntil = values.leaked ? undefined : new Date(Date.now() + graceMs);
  if (values['dry-run']) console.log(texts.wouldRotate(file));
  else {
    await rotateSecret(file, { acceptedUntil });
    console.log(texts.rotated(file));
  }
  console.log(acceptedUntil ? texts.acceptedUntil(acceptedUntil.toISOString()) : texts.notAccepted);
  const others = listSetSecrets();
  if (others.length > 0) console.log(texts.others(others.join(', ')));
  return 0;
});
