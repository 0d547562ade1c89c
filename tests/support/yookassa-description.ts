import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import type { ServedAnswer, ServedRequest } from './provider-server.ts';

type Schema = Record<string, unknown>;
type Description = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, Content> };
};
type Content = { $ref?: string; content?: Record<string, { schema: Schema }> };
type Operation = { requestBody?: Content; responses: Record<string, Content> };

const prefix = '#/components/schemas/';

/**
 * Validates requests and responses against YooKassa's OpenAPI document. Unknown fields are errors too, although the document
 * allows them.
 */
export function describeYookassa(path: string): (request: ServedRequest, answer: ServedAnswer) => string[] {
  const description = parse(readFileSync(path, 'utf8')) as Description;
  const { schemas } = description.components;
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false, code: { regExp } });
  const opened = Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, inside(schema)]));
  ajv.addSchema({ $id: 'yookassa', components: { schemas: opened } });

  /** A complete schema that allows no other fields. */
  function closed(schema: Schema): Schema {
    const name = typeof schema.$ref === 'string' ? schema.$ref.replace(prefix, '') : undefined;
    const kinds =
      (name && (schemas[name]?.discriminator as { mapping?: Record<string, string> })?.mapping) ?? {};
    const refs = Object.values(kinds).map((ref) => ({ $ref: `yookassa${ref}` }));
    return { allOf: [refs.length > 0 ? { anyOf: refs } : inside(schema)], unevaluatedProperties: false };
  }

  /** A schema that may be combined with others: only its nested schemas are closed. */
  function inside({ discriminator: _, ...schema }: Schema): Schema {
    const result: Schema = { ...schema };
    if (typeof schema.$ref === 'string') result.$ref = `yookassa${schema.$ref}`;
    if (isSchemas(schema.properties))
      result.properties = Object.fromEntries(
        Object.entries(schema.properties).map(([field, value]) => [field, closed(value as Schema)]),
      );
    if (typeof schema.items === 'object') result.items = closed(schema.items as Schema);
    if (Array.isArray(schema.allOf)) result.allOf = schema.allOf.map(inside);
    const either = schema.oneOf ?? schema.anyOf;
    // Variants that only a discriminator distinguishes overlap in the document.
    if (Array.isArray(either)) {
      delete result.oneOf;
      result.anyOf = either.map(inside);
    }
    return result;
  }

  const compiled = new Map<Schema, ValidateFunction>();
  function problems(content: Content | undefined, body: unknown, what: string): string[] {
    const whole = content?.$ref
      ? description.components.responses[content.$ref.split('/').at(-1) ?? '']
      : content;
    const schema = whole?.content?.['application/json']?.schema;
    if (!schema) return [`${what}: not described`];
    const validate = compiled.get(schema) ?? ajv.compile(closed(schema));
    compiled.set(schema, validate);
    if (validate(body)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${what}${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  }

  return (request, answer) => {
    const path = request.path.replace('/v3', '').replace(/(payments|refunds)\/.+/, '$1/{id}');
    const place = Object.keys(description.paths).find((known) => known.replace(/\{\w+\}/, '{id}') === path);
    const operation = place && description.paths[place]?.[request.method.toLowerCase()];
    const what = `${request.method} ${path}`;
    if (!operation) return [`${what}: not described`];
    const sent =
      request.method === 'POST'
        ? problems(operation.requestBody, JSON.parse(request.body), `${what} request`)
        : [];
    const told = problems(operation.responses[answer.status], answer.body, `${what} ${answer.status}`);
    return [...sent, ...told];
  };
}

/** The document uses `(?s)`, which is a flag in JavaScript. */
const regExp = Object.assign(
  (pattern: string) => new RegExp(pattern.replace('(?s)', ''), pattern.startsWith('(?s)') ? 's' : ''),
  { code: 'undefined' },
);

const isSchemas = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
