export type TextCounts = { words: number; characters: number };

/** What the counter under the editor shows of a text; in source mode of the Markdown as it stands. */
export function countText(text: string): TextCounts {
  return {
    words: text.match(/[\p{L}\p{N}]+(?:[-'’.,][\p{L}\p{N}]+)*/gu)?.length ?? 0,
    characters: text.trim().length,
  };
}
