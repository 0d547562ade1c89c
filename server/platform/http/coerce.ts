import type { z } from 'zod';

type Shape = z.core.$ZodShape;
type Def = { type: string; format?: string; innerType?: z.core.$ZodType; in?: z.core.$ZodType };

/**
 * Accepts what form encodings and older clients send, in one place so that schemas stay strict (docs/api.md, Bodies):
 * numbers and booleans may be strings, an object may be JSON in a string, an empty string is null for a nullable field, aliases of a field are accepted,
 * and `{}` or a URL for a file means "unchanged". Returns a new object with the canonical fields, and the alias used
 * for each field.
 */
export function coerceBody(
  schema: z.ZodObject,
  aliases: Record<string, string>,
  body: Record<string, unknown>,
): { value: Record<string, unknown>; usedAliases: Record<string, string> } {
  const value: Record<string, unknown> = { ...body };
  const usedAliases: Record<string, string> = {};
  for (const [alias, field] of Object.entries(aliases)) {
    if (value[field] === undefined && Object.hasOwn(body, alias)) {
      value[field] = body[alias];
      usedAliases[field] = alias;
    }
  }
  return { value: coerceFields(schema.shape, value), usedAliases };
}

/**
 * Like `coerceBody`, for query strings: an empty value counts as absent. NUL, which PostgreSQL cannot store, is
 * removed.
 */
export function coerceQuery(schema: z.ZodObject, query: Record<string, string>): Record<string, unknown> {
  const clean = Object.entries(query).map(
    ([field, value]) => [field, value.replaceAll('\u0000', '')] as const,
  );
  const present = clean.filter(([, value]) => value.trim() !== '');
  return coerceFields(schema.shape, Object.fromEntries(present));
}

function coerceFields(shape: Shape, source: Record<string, unknown>): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [field, schema] of Object.entries(shape)) {
    if (Object.hasOwn(source, field)) result[field] = coerceValue(schema, source[field]);
  }
  return result;
}

function coerceValue(schema: z.core.$ZodType, value: unknown): unknown {
  const { type, nullable } = describe(schema);
  if (type === 'custom') return coerceFile(value);
  if (typeof value !== 'string') return value;
  if (nullable && value === '' && type !== 'string' && type !== 'pipe') return null;
  if (type === 'number' && /^\s*[+-]?\d+(\.\d+)?\s*$/.test(value)) return Number(value);
  if (type === 'object') return parseObject(value);
  if (type === 'boolean')
    return { true: true, True: true, '1': true, false: false, False: false, '0': false }[value] ?? value;
  return value;
}

/** An object that a form encoding sends as JSON; any other text stays a text, which the schema rejects. */
function parseObject(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** Bytes are a new file; null and an empty string remove it; any other value means "unchanged". */
function coerceFile(value: unknown): unknown {
  if (value instanceof Uint8Array) return value;
  return value === null || value === '' ? null : undefined;
}

function describe(schema: z.core.$ZodType): { type: string; nullable: boolean } {
  let nullable = false;
  let def = schema._zod.def as Def;
  while ((def.type === 'optional' || def.type === 'nullable') && def.innerType) {
    nullable ||= def.type === 'nullable';
    def = def.innerType._zod.def as Def;
  }
  // A timestamp is a string that is never empty.
  return { type: def.format === 'datetime' ? def.format : def.type, nullable };
}

/** Fields of a body that take files; undefined if there are none. */
export function fileFieldsOf({ shape }: z.ZodObject): ReadonlySet<string> | undefined {
  const fields = Object.keys(shape).filter((field) => describe(shape[field]).type === 'custom');
  return fields.length > 0 ? new Set(fields) : undefined;
}
