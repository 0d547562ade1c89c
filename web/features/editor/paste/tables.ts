import { flattenBlocks, rename } from './dom.ts';

const maxSpan = 100;

/** Markdown tables have a header row, cells of one paragraph, and the same number of cells in every row. */
export function flattenTable(table: HTMLTableElement): void {
  for (const caption of table.querySelectorAll('caption')) table.before(rename(caption, 'p'));
  const rows = [...table.rows].filter((row) => row.closest('table') === table);
  for (const [index, row] of rows.entries()) {
    const tag = index === 0 ? 'th' : 'td';
    for (const cell of [...row.cells]) flattenBlocks(rename(cell, tag));
  }
  fillMergedCells(rows);
}

/** Each row gets empty cells where merged cells reach. */
function fillMergedCells(rows: readonly HTMLTableRowElement[]): void {
  const taken = rows.map(() => new Set<number>());
  const widths = rows.map((row, index) => {
    let column = 0;
    const addEmpty = (before: Element | null): void => {
      row.insertBefore(row.ownerDocument.createElement(index === 0 ? 'th' : 'td'), before);
      column += 1;
    };
    for (const cell of [...row.cells]) {
      while (taken[index]?.has(column)) addEmpty(cell);
      const [width, height] = [spanOf(cell, 'colspan'), spanOf(cell, 'rowspan')];
      for (const below of taken.slice(index + 1, index + height))
        for (let offset = 0; offset < width; offset += 1) below.add(column + offset);
      column += 1;
      for (let offset = 1; offset < width; offset += 1) addEmpty(cell.nextElementSibling);
      cell.removeAttribute('colspan');
      cell.removeAttribute('rowspan');
    }
    while (taken[index]?.has(column)) addEmpty(null);
    return column;
  });
  const width = Math.max(0, ...widths);
  for (const [index, row] of rows.entries())
    for (let column = widths[index] ?? 0; column < width; column += 1)
      row.append(row.ownerDocument.createElement(index === 0 ? 'th' : 'td'));
}

const spanOf = (cell: Element, name: string): number =>
  Math.min(Math.max(Number.parseInt(cell.getAttribute(name) ?? '', 10) || 1, 1), maxSpan);
