import fc from 'fast-check';
import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';

type JsonSchema = {
  type?: string | string[];
  enum?: unknown[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
};

/** Valid by the contract, with one invalid field, or with hostile values. */
export type Intent = 'valid' | 'wrong' | 'hostile';
export type Fields = Record<string, unknown>;
export type Sent = {
  intent: Intent;
  params: Record<string, string>;
  query: Record<string, string | undefined>;
  body: Fields;
};

const maxGeneratedLength = 300;
/** The HTTP parser refuses longer URLs with 431. */
const maxUrlValueLength = 400;

/** Generates requests for an endpoint from its schemas; `known` contains existing names and ids. */
export function requestsFor(endpoint: Endpoint, known: string[]): fc.Arbitrary<Sent> {
  const requestsWith = (intent: Intent) =>
    fc.record({
      intent: fc.constant(intent),
      params: paramsOf(endpoint, intent, known),
      query: queryOf(endpoint, intent),
      body: bodyOf(endpoint, intent),
    });
  return fc.oneof(requestsWith('valid'), requestsWith('wrong'), requestsWith('hostile'));
}

function paramsOf(endpoint: Endpoint, intent: Intent, known: string[]): fc.Arbitrary<Record<string, string>> {
  const value =
    intent === 'hostile' ? fc.oneof(hostileUrlValue, fc.constantFrom(...known)) : fc.constantFrom(...known);
  return fc.record(
    Object.fromEntries(Object.keys(endpoint.params?.shape ?? {}).map((name) => [name, value])),
  );
}

function queryOf(endpoint: Endpoint, intent: Intent): fc.Arbitrary<Sent['query']> {
  const fields = Object.keys(endpoint.query?.shape ?? {});
  const plain = fc.oneof(fc.constantFrom('1', '2', '20', 'title', '-created_at', 'draft', ''), words);
  const value = intent === 'valid' ? plain : fc.oneof(hostileUrlValue, hostileNumber.map(String), plain);
  return fc.record(Object.fromEntries(fields.map((field) => [field, value])), { requiredKeys: [] });
}

export function bodyOf(endpoint: Endpoint, intent: Intent): fc.Arbitrary<Fields> {
  if (!endpoint.body) return fc.constant({});
  const schema = z.toJSONSchema(endpoint.body, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const valid = objectOf(schema);
  if (intent === 'valid') return valid;
  const fields = Object.keys(schema.properties ?? {});
  if (fields.length === 0) return withHostileKeys(valid);
  const invalidValue = intent === 'wrong' ? wrongValue : hostileValue;
  const broken = fc
    .tuple(valid, fc.constantFrom(...fields), invalidValue)
    .map(([body, field, value]) => ({ ...body, [field]: value }));
  return intent === 'wrong' ? broken : fc.oneof(broken, withHostileKeys(valid));
}

function objectOf({ properties = {}, required = [] }: JsonSchema): fc.Arbitrary<Fields> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, valueOfSchema(schema)]),
  );
  return fc.record(fields, { requiredKeys: required }) as fc.Arbitrary<Fields>;
}

function valueOfSchema(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(valueOfSchema));
  const types = [schema.type ?? 'null'].flat();
  return fc.oneof(...types.map((type) => valueOfType(type, schema)));
}

function valueOfType(type: string, schema: JsonSchema): fc.Arbitrary<unknown> {
  switch (type) {
    case 'string':
      return schema.format === 'binary' ? fc.constant({}) : textOf(schema);
    case 'integer':
    case 'number':
      return fc.oneof(fc.integer({ min: schema.minimum ?? 0, max: 50 }), fc.maxSafeInteger());
    case 'boolean':
      return fc.oneof(fc.boolean(), fc.constantFrom('true', 'false'));
    case 'object':
      return objectOf(schema);
    default:
      return fc.constant(null);
  }
}

function textOf({
  pattern,
  minLength = 0,
  maxLength = maxGeneratedLength,
}: JsonSchema): fc.Arbitrary<string> {
  const max = Math.min(maxLength, maxGeneratedLength);
  if (pattern) return fc.stringMatching(new RegExp(pattern, 'u'), { maxLength: max });
  return fc.oneof(words, email, fc.string({ unit: 'grapheme', minLength, maxLength: max }));
}

const words = fc
  .array(fc.constantFrom('Ночной', 'трамвай', 'ёлка', 'мост', 'hello', '**жирный**', '2026', '—'), {
    minLength: 1,
    maxLength: 12,
  })
  .map((list) => list.join(' '));
const email = fc.integer({ min: 1, max: 99_999 }).map((number) => `reader${number}@example.com`);

const hostileText = fc.oneof(
  fc.constantFrom(
    "' or 1=1 --",
    '"; drop table accounts; --',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\u202e',
    '%00',
    '%2e%2e%2f',
    '../../etc/passwd',
    '{{7*7}}',
    '<script>alert(1)</script>',
    '</script>',
    'javascript:alert(1)',
    '\r\nSet-Cookie: a=b',
    '9223372036854775808',
    '-1',
    '0',
    '1e400',
    'NaN',
    'undefined',
    '__proto__',
    'constructor',
    ' ',
    '',
    'я'.repeat(5_000),
    '>'.repeat(2_000),
    '*'.repeat(1_000),
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
);
const hostileUrlValue = hostileText.map((text) => text.slice(0, maxUrlValueLength));
const hostileNumber = fc.constantFrom(-1, 0, -0, 0.5, 2 ** 31, 2 ** 53, 2 ** 63, 1e308, -1e308);
const wrongValue = fc.constantFrom<unknown>([], [1], { a: 1 }, true, -5, 1.5, '\u0000', 'x'.repeat(250_000));
const hostileValue = fc.oneof(
  hostileText,
  hostileNumber,
  fc.constantFrom<unknown>([[[]]], { $ne: null }, [null]),
  fc.anything({ maxDepth: 3 }),
);

/** Adds keys with a special meaning to programs, and read-only fields. */
const withHostileKeys = (valid: fc.Arbitrary<Fields>): fc.Arbitrary<Fields> =>
  fc
    .tuple(
      valid,
      fc.dictionary(
        fc.oneof(hostileText, fc.constantFrom('id', 'author', 'is_staff', 'is_superuser', 'created_at')),
        hostileValue,
        { maxKeys: 8 },
      ),
    )
    .map(([body, extra]) => ({ ...extra, ...body }));
