/**
 * A text without the given characters at its beginning and its end. Looks at every character once: `/[-_]+$/` would look
 * at a run of them inside the text once for each of its characters.
 */
export function trim(text: string, characters: string): string {
  let begin = 0;
  while (begin < text.length && characters.includes(text.charAt(begin))) begin += 1;
  return trimEnd(text.slice(begin), characters);
}

/** The same at the end alone. */
export function trimEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
