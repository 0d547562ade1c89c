declare module 'swagger-ui-dist' {
  /** The folder of the files for browsers. */
  export function absolutePath(): string;
}
