/** The part of a logger that this folder needs; a Pino logger fits. */
export type DbLog = {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
};
