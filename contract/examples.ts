import type { z } from 'zod';
import { examples, examplesByTag } from './example-values.ts';

/** An example value of the schema; `undefined` for a value without a JSON form, such as a file. */
export function createExample(schema: z.ZodType, tag: string, name = ''): unknown {
  const candidates = examplesByTag[tag]?.[name] ?? examples[name] ?? [];
  const found = candidates.findIndex((value) => schema.safeParse(value).success);
  return found === -1 ? createExampleByType(schema as SchemaWithDef, tag, name) : candidates[found];
}

type SchemaWithDef = z.ZodType & {
  def: {
    type: string;
    shape?: Record<string, z.ZodType>;
    innerType?: z.ZodType;
    in?: z.ZodType;
    element?: z.ZodType;
    options?: readonly z.ZodType[];
    entries?: Record<string, unknown>;
    values?: readonly unknown[];
  };
};

function createExampleByType(schema: SchemaWithDef, tag: string, name: string): unknown {
  const { def } = schema;
  const exampleOfInner = (inner: z.ZodType | undefined) => inner && createExample(inner, tag, name);
  switch (def.type) {
    case 'object':
      return createObjectExample(def.shape ?? {}, tag);
    case 'array':
      return [exampleOfInner(def.element)];
    case 'optional':
      return exampleOfInner(def.innerType) ?? undefined;
    case 'nullable':
      return exampleOfInner(def.innerType) ?? null;
    case 'pipe':
      return exampleOfInner(def.in);
    case 'union':
      return exampleOfInner(def.options?.[0]);
    case 'enum':
      return Object.values(def.entries ?? {})[0];
    case 'literal':
      return def.values?.[0];
    case 'boolean':
      return true;
    case 'number':
      return [0, 1].find((value) => schema.safeParse(value).success);
    default:
      return undefined;
  }
}

function createObjectExample(shape: Record<string, z.ZodType>, tag: string): Record<string, unknown> {
  const fields = Object.entries(shape).map(
    ([name, field]) => [name, createExample(field, tag, name)] as const,
  );
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}
