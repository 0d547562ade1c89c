import { getText, type YamlFields, type YamlText, type YamlValue } from './yaml-value.ts';

/**
 * The first text of the first field that has one, as static blogs write it: a text, a list of texts, or an object with
 * one of the `keys`, also in a list.
 */
export function getFirstText(
  fields: YamlFields,
  names: readonly string[],
  keys: readonly string[] = [],
): YamlText | undefined {
  return getTexts(fields, names, keys)[0];
}

export function getTexts(
  fields: YamlFields,
  names: readonly string[],
  keys: readonly string[] = [],
): YamlText[] {
  for (const name of names) {
    const value = fields.get(name);
    const found = value ? textsOf(value, keys) : [];
    if (found.length > 0) return found;
  }
  return [];
}

function textsOf(value: YamlValue, keys: readonly string[]): YamlText[] {
  if (value.kind === 'list') return value.items.flatMap((item) => textsOf(item, keys));
  if (value.kind === 'text') {
    const text = value.text.trim();
    // Some themes have switches of the same name: `cover: true`.
    return /^(?:true|false)?$/i.test(text) ? [] : [{ text, line: value.line }];
  }
  if (value.kind !== 'map') return [];
  const key = keys.find((one) => value.fields.get(one)?.kind === 'text');
  const text = key === undefined ? undefined : getText(value.fields, key);
  return text ? [text] : [];
}
