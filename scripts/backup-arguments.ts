import type { ParseArgsConfig } from 'node:util';
import { type Archive, checkArchive, readIdentity } from '../server/backup/archive-reader.ts';
import type { Manifest, Summary } from '../server/backup/manifest.ts';
import { requireKnownSchema } from '../server/backup/restore-backup.ts';
import { migrationFolder } from '../server/open-database.ts';
import { readMigrations } from '../server/platform/db/migration-files.ts';
import { showPass } from './backup-report.ts';
import { CommandError, endProgressLine, parseArguments, resolvePath } from './command-line.ts';

type ArchiveArguments = { path: string; keyFile: string | undefined; isDryRun: boolean };

/** The arguments of a command that reads an archive. */
export function readArchiveArguments(usage: string, { hasDryRun }: { hasDryRun: boolean }): ArchiveArguments {
  const options: NonNullable<ParseArgsConfig['options']> = {
    key: { type: 'string' },
    ...(hasDryRun && { 'dry-run': { type: 'boolean' } }),
  };
  const { values, positionals } = parseArguments(usage, options);
  const [path] = positionals;
  if (path === undefined || path === '' || positionals.length > 1) throw new CommandError(usage);
  const keyFile = (values.key as string | undefined) ?? (process.env.BACKUP_KEY_FILE?.trim() || undefined);
  return {
    path: resolvePath(path),
    keyFile: keyFile && resolvePath(keyFile),
    isDryRun: values['dry-run'] === true,
  };
}

/** Reads the whole archive and compares its checksums. Throws if it is damaged or of a newer release. */
export async function openArchive({
  path,
  keyFile,
}: ArchiveArguments): Promise<{ archive: Archive; manifest: Manifest; summary: Summary }> {
  const identity = keyFile === undefined ? undefined : await readIdentity(keyFile);
  const archive = { path, identity };
  const checked = await checkArchive(archive, showPass('checking'));
  endProgressLine();
  requireKnownSchema(checked.manifest, await readMigrations(migrationFolder));
  return { archive, ...checked };
}
