declare module 'swagger-ui-dist/absolute-path.js' {
  /** The folder of the package's files. */
  function absolutePath(): string;
  export = absolutePath;
}
