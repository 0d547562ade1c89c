/**
 * Where a spreadsheet would begin a formula: at the start of a cell, and after what may separate cells, because a program with
 * another separator splits the cell there, also before a quote. A plain number is no formula. PostgreSQL reads the same source.
 */
export const formulaStart =
  /(?<![^,;\t\r\n])([ "]*)(?![-+]?\d+(?:\.\d+)?(?:[",;\t\r\n\]}]|$))(?=[=+@\t\r＝＋－＠-])/g;

/** One line with semicolons. Every cell is quoted, and an apostrophe makes a text of what would be a formula. */
export const csvLine = (cells: Array<string | number | null>): string =>
  `${cells.map((cell) => `"${markFormulas(String(cell ?? '')).replaceAll('"', '""')}"`).join(';')}\r\n`;

const markFormulas = (text: string): string => text.replace(formulaStart, "$1'");
