import { parse, TomlDate, TomlError } from 'smol-toml';
import { refuse } from './problem.ts';
import type { YamlFields, YamlValue } from './yaml-value.ts';

/** Parses TOML that begins in line `firstLine` of its file, with every scalar as text. Throws Refusal. */
export function readToml(text: string, firstLine: number): YamlFields {
  try {
    const lineOf = new Map<string | undefined, number>();
    for (const [index, line] of text.split('\n').entries()) {
      const key = line.replace(/["']/g, '').split('=', 1)[0]?.trim();
      if (!lineOf.has(key)) lineOf.set(key, firstLine + index);
    }
    return new Map(
      Object.entries(parse(text)).map(([key, value]) => [key, toValue(value, lineOf.get(key) ?? firstLine)]),
    );
  } catch (error) {
    if (error instanceof TomlError) refuse('imports.toml', { line: firstLine + error.line - 1 });
    throw error;
  }
}

function toValue(value: unknown, line: number): YamlValue {
  if (value instanceof TomlDate) return { kind: 'text', line, text: value.toISOString() };
  if (Array.isArray(value)) return { kind: 'list', line, items: value.map((item) => toValue(item, line)) };
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([key, inner]) => [key, toValue(inner, line)] as const);
    return { kind: 'map', line, fields: new Map(entries) };
  }
  return { kind: 'text', line, text: String(value) };
}
