/** An unparsed request, for signatures over the whole request. */
export type RawRequest = {
  headers: Record<string, string | string[] | undefined>;
  /** The client address: the peer, or the address that trusted proxies report. */
  address: string;
  /** The JSON or form body before parsing; empty for other media types. */
  text: string;
};
