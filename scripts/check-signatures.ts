import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

/**
 * Verifies the signatures of the registry on all installed packages. Says so and succeeds where the registry, or the
 * place of its keys, cannot be reached; fails only for a signature that is wrong.
 */
const timeoutMs = 60_000;
const { status, stdout, stderr, error } = spawnSync('npm', ['audit', 'signatures', '--loglevel=error'], {
  cwd: resolve(import.meta.dirname, '..'),
  encoding: 'utf8',
  timeout: timeoutMs,
});
const output = `${stdout ?? ''}${stderr ?? ''}`.trim();
if (/\binvalid\b|tampered/i.test(output)) {
  console.error(output);
  process.exitCode = 1;
} else if (status === 0) console.log(output);
else {
  const [reason = 'no response'] = output.split('\n').filter(Boolean);
  console.log(`signatures: skipped, npm could not verify them here (${error?.message ?? reason})`);
}
