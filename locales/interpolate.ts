export type TextValues = Record<string, string | number>;

/** A text with `{name}` replaced by `values.name`; a name without a value stays as it is. */
export const interpolate = (template: string, values: TextValues = {}): string =>
  template.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
