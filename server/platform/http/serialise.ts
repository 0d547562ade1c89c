import fastJsonStringify from 'fast-json-stringify';
import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';

export type Serialise = (status: number, body: unknown) => string;

const serialisers = new WeakMap<Endpoint, Serialise>();

/** The serialiser of an endpoint's responses; fields that the contract does not declare are dropped. */
export function serialiserOf(endpoint: Endpoint): Serialise {
  const known = serialisers.get(endpoint);
  if (known) return known;
  const serialise = compile(endpoint);
  serialisers.set(endpoint, serialise);
  return serialise;
}

function compile(endpoint: Endpoint): Serialise {
  const compiled = new Map<number, (body: unknown) => string>();
  for (const [status, schema] of Object.entries({ ...endpoint.responses, ...endpoint.errorBodies })) {
    if (!schema) continue;
    const jsonSchema = withPlainNulls(z.toJSONSchema(schema, { io: 'output', target: 'draft-7' }));
    compiled.set(Number(status), fastJsonStringify(jsonSchema as Parameters<typeof fastJsonStringify>[0]));
  }
  return (status, body) => {
    const stringify = compiled.get(status);
    if (!stringify) throw new Error(`${endpoint.id} answered ${status}, which its contract does not declare`);
    return stringify(body);
  };
}

/**
 * `anyOf: [X, null]` makes the serialiser validate every value; `nullable` means the same without that cost. It does
 * not use the bounds of numbers either.
 */
function withPlainNulls(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withPlainNulls);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { anyOf, ...rest } = schema as { anyOf?: unknown[] };
  const node = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, withPlainNulls(value)]));
  if (!anyOf) return node;
  const variants = anyOf
    .filter((variant) => (variant as { type?: string }).type !== 'null')
    .map(withPlainNulls);
  const [only] = variants;
  return variants.length === 1 && variants.length < anyOf.length
    ? { ...node, ...(only as object), nullable: true }
    : { ...node, anyOf: variants };
}
