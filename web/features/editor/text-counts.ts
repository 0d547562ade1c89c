export type TextCounts = { words: number; characters: number };

/** Counts the words and characters of a text; in source mode, of the Markdown source. */
export function countText(text: string): TextCounts {
  return {
    words: text.match(/[\p{L}\p{N}]+(?:[-'’.,][\p{L}\p{N}]+)*/gu)?.length ?? 0,
    characters: text.trim().length,
  };
}
