/** Fenced code that begins at an indent; empty lines at both ends are not code. */
export function fencedCode(code: string, language = '', indent = ''): string {
  const longest = Math.max(2, ...Array.from(code.matchAll(/`{3,}/g), ([signs]) => signs.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${code.replace(/^(?:[ \t]*\n)+/, '').trimEnd()}\n${indent}${fence}`;
}

/** Code within a line. */
export function inlineCode(code: string): string {
  const sign = code.includes('`') ? '``' : '`';
  const space = code.includes('`') ? ' ' : '';
  return `${sign}${space}${code.replace(/\s+/g, ' ').trim()}${space}${sign}`;
}
