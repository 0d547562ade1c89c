/** A row of a table of Ghost. */
export type Row = Record<string, unknown>;

export const textIn = (row: Row | undefined, name: string): string => {
  const value = row?.[name];
  return typeof value === 'string' ? value.replaceAll('\0', '').trim() : '';
};

export const idOf = (value: unknown): string =>
  value === undefined || value === null ? '' : String(value).slice(0, 200);
