import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type ParsedNode,
  parseDocument,
  type YAMLMap,
} from 'yaml';
import type { TextKey } from '#locales/index.ts';
import { refuse } from './problem.ts';

/** YAML with every scalar as text, because a title may be 1984 or «нет». Lines are those of the file. */
export type YamlValue = { line: number } & (
  | { kind: 'empty' }
  | { kind: 'text'; text: string }
  | { kind: 'list'; items: YamlValue[] }
  | { kind: 'map'; fields: YamlFields }
);
export type YamlFields = Map<string, YamlValue>;
export type YamlText = { text: string; line: number };

const reasons: Record<string, TextKey> = {
  BAD_INDENT: 'imports.yamlIndent',
  TAB_AS_INDENT: 'imports.yamlTab',
  MISSING_CHAR: 'imports.yamlUnclosed',
  BAD_SCALAR_START: 'imports.yamlStart',
  BLOCK_AS_IMPLICIT_KEY: 'imports.yamlColon',
  MULTILINE_IMPLICIT_KEY: 'imports.yamlColon',
  BAD_DQ_ESCAPE: 'imports.yamlEscape',
  RESOURCE_EXHAUSTION: 'imports.yamlTooDeep',
  MULTIPLE_DOCS: 'imports.yamlManyDocuments',
};
const emptyValues = new Set(['', '~', 'null']);
const maxDepth = 250;

/** Parses one YAML document that begins in line `firstLine` of its file. Throws Refusal with line and reason. */
export function readYaml(text: string, firstLine = 1): YamlValue {
  const lineCounter = new LineCounter();
  const lineAt = (offset: number) => lineCounter.linePos(offset).line + firstLine - 1;
  const document = parseDocument(text, {
    lineCounter,
    schema: 'failsafe',
    prettyErrors: false,
    uniqueKeys: false,
  });
  const [error] = document.errors;
  if (error) refuse(reasons[error.code] ?? 'imports.yaml', { line: lineAt(error.pos[0]) });
  return toValue(document.contents, { lineAt, line: firstLine, depth: 0 });
}

/** The entries of a mapping; an empty file has none. */
export function getFields(value: YamlValue): YamlFields {
  if (value.kind === 'empty') return new Map();
  return value.kind === 'map' ? value.fields : refuse('imports.notMapping', { line: value.line });
}

/** The items of a list; an absent or empty one has none. */
export function getItems(value: YamlValue | undefined): YamlValue[] {
  if (!value || value.kind === 'empty') return [];
  return value.kind === 'list' ? value.items : refuse('imports.notList', { line: value.line });
}

/** The trimmed text of a field; undefined for an absent or blank one. */
export function getText(fields: YamlFields, name: string): YamlText | undefined {
  const value = fields.get(name);
  if (!value || value.kind === 'empty') return undefined;
  if (value.kind !== 'text') return refuse('imports.notText', { line: value.line }, { name });
  const text = value.text.trim();
  return text === '' ? undefined : { text, line: value.line };
}

/** The text of a field as it is; undefined for an absent one. */
export function getExactText(fields: YamlFields, name: string): string | undefined {
  const value = fields.get(name);
  return value?.kind === 'text' ? value.text : getText(fields, name)?.text;
}

/** A boolean field; `fallback` for an absent one. */
export function getFlag(fields: YamlFields, name: string, fallback: boolean): boolean {
  const value = getText(fields, name);
  if (!value) return fallback;
  if (/^(true|yes|on)$/i.test(value.text)) return true;
  if (/^(false|no|off)$/i.test(value.text)) return false;
  return refuse('imports.notYesOrNo', { line: value.line }, { name });
}

/** A whole number from 0 to `max`; 0 for an absent field. */
export function getWholeNumber(fields: YamlFields, name: string, max: number): number {
  const value = getText(fields, name);
  if (!value) return 0;
  const number = /^\d{1,15}$/.test(value.text) ? Number(value.text) : Number.NaN;
  return number <= max ? number : refuse('imports.notNumber', { line: value.line }, { name });
}

type Context = { lineAt: (offset: number) => number; line: number; depth: number };

function toValue(node: Node | ParsedNode | null, { lineAt, line: parentLine, depth }: Context): YamlValue {
  const line = node?.range ? lineAt(node.range[0]) : parentLine;
  if (depth > maxDepth) refuse('imports.yamlTooDeep', { line });
  if (isAlias(node)) refuse('imports.yamlAlias', { line });
  const childContext = { lineAt, line, depth: depth + 1 };
  if (isSeq(node))
    return { kind: 'list', line, items: node.items.map((item) => toValue(item as Node, childContext)) };
  if (isMap(node)) return { kind: 'map', line, fields: toFields(node, childContext) };
  if (!isScalar(node)) return { kind: 'empty', line };
  const text = String(node.value ?? '');
  const isEmpty = node.type === 'PLAIN' && emptyValues.has(text);
  return isEmpty ? { kind: 'empty', line } : { kind: 'text', line, text };
}

function toFields(map: YAMLMap, context: Context): YamlFields {
  const fields: YamlFields = new Map();
  for (const { key, value } of map.items) {
    if (!isScalar(key)) refuse('imports.notMapping', { line: context.line });
    const line = key.range ? context.lineAt(key.range[0]) : context.line;
    // The parser would compare every key with every other one.
    if (fields.has(String(key.value))) refuse('imports.yamlDuplicate', { line });
    fields.set(String(key.value), toValue(value as Node | null, { ...context, line }));
  }
  return fields;
}
