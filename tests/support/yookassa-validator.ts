import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import type { ServedRequest, ServedResponse } from './fake-provider-server.ts';

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
export function createYookassaValidator(
  path: string,
): (request: ServedRequest, response: ServedResponse) => string[] {
  const description = parse(readFileSync(path, 'utf8')) as Description;
  const { schemas } = description.components;
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false, code: { regExp } });
  const openSchemas = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, openSchema(schema)]),
  );
  ajv.addSchema({ $id: 'yookassa', components: { schemas: openSchemas } });

  /** A complete schema that allows no other fields. */
  function closeSchema(schema: Schema): Schema {
    const name = typeof schema.$ref === 'string' ? schema.$ref.replace(prefix, '') : undefined;
    const kinds =
      (name && (schemas[name]?.discriminator as { mapping?: Record<string, string> })?.mapping) ?? {};
    const refs = Object.values(kinds).map((ref) => ({ $ref: `yookassa${ref}` }));
    return { allOf: [refs.length > 0 ? { anyOf: refs } : openSchema(schema)], unevaluatedProperties: false };
  }

  /** A schema that may be combined with others: only its nested schemas are closed. */
  function openSchema({ discriminator: _, ...schema }: Schema): Schema {
    const result: Schema = { ...schema };
    if (typeof schema.$ref === 'string') result.$ref = `yookassa${schema.$ref}`;
    if (isSchemas(schema.properties))
      result.properties = Object.fromEntries(
        Object.entries(schema.properties).map(([field, value]) => [field, closeSchema(value as Schema)]),
      );
    if (typeof schema.items === 'object') result.items = closeSchema(schema.items as Schema);
    if (Array.isArray(schema.allOf)) result.allOf = schema.allOf.map(openSchema);
    const either = schema.oneOf ?? schema.anyOf;
    // Variants that only a discriminator distinguishes overlap in the document.
    if (Array.isArray(either)) {
      delete result.oneOf;
      result.anyOf = either.map(openSchema);
    }
    return result;
  }

  const compiled = new Map<Schema, ValidateFunction>();
  function findProblems(content: Content | undefined, body: unknown, label: string): string[] {
    const resolved = content?.$ref
      ? description.components.responses[content.$ref.split('/').at(-1) ?? '']
      : content;
    const schema = resolved?.content?.['application/json']?.schema;
    if (!schema) return [`${label}: not described`];
    const validate = compiled.get(schema) ?? ajv.compile(closeSchema(schema));
    compiled.set(schema, validate);
    if (validate(body)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${label}${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  }

  return (request, response) => {
    const path = request.path.replace('/v3', '').replace(/(payments|refunds)\/.+/, '$1/{id}');
    const knownPath = Object.keys(description.paths).find(
      (known) => known.replace(/\{\w+\}/, '{id}') === path,
    );
    const operation = knownPath && description.paths[knownPath]?.[request.method.toLowerCase()];
    const label = `${request.method} ${path}`;
    if (!operation) return [`${label}: not described`];
    const requestProblems =
      request.method === 'POST'
        ? findProblems(operation.requestBody, JSON.parse(request.body), `${label} request`)
        : [];
    const responseProblems = findProblems(
      operation.responses[response.status],
      response.body,
      `${label} ${response.status}`,
    );
    return [...requestProblems, ...responseProblems];
  };
}

/** The document uses `(?s)`, which is a flag in JavaScript. */
const regExp = Object.assign(
  (pattern: string) => new RegExp(pattern.replace('(?s)', ''), pattern.startsWith('(?s)') ? 's' : ''),
  { code: 'undefined' },
);

const isSchemas = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
