/** A request as it came over the wire, for what is signed as a whole. */
export type Wire = {
  headers: Record<string, string | string[] | undefined>;
  /** Who has sent it: the caller, or whom trusted proxies name. */
  address: string;
  /** A JSON body before it was parsed; empty for other media types. */
  text: string;
};
