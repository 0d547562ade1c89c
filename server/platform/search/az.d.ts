/** The part of the library that the site uses. */
declare module 'az' {
  type Parse = {
    word: string;
    score: number;
    typosCnt: number;
    tag: { POST: string; [mark: string]: unknown };
    normalize(): Parse | false;
    toString(): string;
  };
  type Options = { parsers: string[]; ignoreCase: boolean; typos: number | 'auto'; stutter: number };
  const Az: {
    Morph: ((word: string, options: Options) => Parse[]) & {
      init(folder: string, loaded: (error: Error | null) => void): void;
    };
  };
  // biome-ignore lint/style/noDefaultExport: the library has only this export.
  export default Az;
}
