/**
 * Removes the given characters from both ends of a text in linear time. `/[-_]+$/` takes quadratic time for a run of
 * them inside the text.
 */
export function trim(text: string, characters: string): string {
  let begin = 0;
  while (begin < text.length && characters.includes(text.charAt(begin))) begin += 1;
  return trimEnd(text.slice(begin), characters);
}

/** Removes them from the end only. */
export function trimEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
