/** A non-negative integer of at most 15 digits, which a JavaScript number represents exactly. */
const idPattern = /^\d{1,15}$/;

/** The id in a text; undefined for any other text. */
export const parseId = (text: string | null | undefined): number | undefined =>
  typeof text === 'string' && idPattern.test(text) ? Number(text) : undefined;
