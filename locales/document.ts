/** An item of a list to which links lead. */
export type LinkedItem = { id: string; text: string };

/** A page of plain text. Blocks are paragraphs or lists; `[words](/path)` in them is a link. */
export type Document = {
  title: string;
  /** For search engines. */
  description: string;
  lead: string;
  sections: readonly { title: string; blocks: readonly (string | readonly (string | LinkedItem)[])[] }[];
};
