/** What this folder needs of a logger; a pino logger fits. */
export type DbLog = {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
};
