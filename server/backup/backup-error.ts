/** A backup cannot be written or used. The message is for the operator. */
export class BackupError extends Error {
  override name = 'BackupError';
}
